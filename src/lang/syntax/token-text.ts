// Tokens as the reference's messages show them (`renderTokenText`, LexUtils.hs).

import type { IToken } from 'chevrotain';
import { listText } from '../../../grammar/expected.ts';
import { Identifier, NumberToken, StringToken, SymbolToken } from '../../../grammar/tokens.ts';
import type { Source } from '../../base/span.ts';
import { textOf } from './build-expressions.ts';
import { lex } from './lex.ts';

export function listTokens(tokens: readonly IToken[]): string {
  // One more than is shown, to know whether there are more.
  return listText(tokens.slice(0, 11).map(showToken));
}

/** Every token of a text as written; other characters are left out. */
export function tokenImages(source: Source): readonly string[] {
  return lex(source).tokens.map(({ image }) => image);
}

/** Every token of a text; other characters are left out. */
export function tokenTexts(source: Source): readonly string[] {
  return lex(source).tokens.map(showToken);
}

function showToken(token: IToken): string {
  switch (token.tokenType) {
    case Identifier:
      return `ident<${token.image}>`;
    case NumberToken:
      return `number<${token.image}>`;
    case StringToken:
      return `"${textOf(token)}"`;
    case SymbolToken:
      // The reference keeps the tick in the token's text and adds one.
      return `''${textOf(token)}`;
    default:
      return typeof token.tokenType.PATTERN === 'string' ? token.tokenType.PATTERN : token.image;
  }
}
