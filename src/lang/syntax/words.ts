// The words of a text with their places, for tools that must understand text which does not parse, and its tokens as
// messages show them.

import type { IToken, TokenType } from 'chevrotain';
import * as t from '../../../grammar/tokens.ts';
import { Identifier, NumberToken, StringToken, SymbolToken } from '../../../grammar/tokens.ts';
import type { Source } from '../../base/span.ts';
import { lex } from './lex.ts';
import { listText } from '../../../grammar/token-reader.ts';
import { textOf } from './build-expressions.ts';

type WordKind =
  | 'name'
  /** A name that the parser gives a meaning: `defun`, `let`, `@doc`, `true`. */
  | 'keyword'
  | 'number'
  | 'string'
  | 'symbol'
  | 'open'
  | 'close'
  /** `.`, `::`, `:`, `:=` and `,` */
  | 'mark'
  | 'comment'
  /** A string without an end, a tick without a name, characters that begin no token. */
  | 'fault';

/** `[start, end)` in UTF-16 units; a comment without the end of its line. */
export type Word = {
  readonly kind: WordKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

/** In order, without white space. */
export function wordsOf(source: Source): readonly Word[] {
  const { tokens, comments, faults } = lex(source);
  const words = tokens.map(wordOf);
  if (comments.length === 0 && faults.length === 0) return words;
  for (const comment of comments) words.push(asKind('comment', comment));
  for (const fault of faults) words.push(asKind('fault', fault));
  return words.sort((left, right) => left.start - right.start);
}

const wordOf = (token: IToken): Word => asKind(kinds.get(token.tokenType) ?? 'keyword', token);

function asKind(kind: WordKind, { image, startOffset }: IToken): Word {
  const text = kind === 'comment' ? image.replace(/\r?\n$/, '') : image;
  return { kind, text, start: startOffset, end: startOffset + text.length };
}

const kinds: ReadonlyMap<TokenType, WordKind> = new Map<TokenType, WordKind>([
  [t.Identifier, 'name'],
  [t.NumberToken, 'number'],
  [t.StringToken, 'string'],
  [t.SymbolToken, 'symbol'],
  [t.LeftParen, 'open'],
  [t.LeftBracket, 'open'],
  [t.LeftBrace, 'open'],
  [t.RightParen, 'close'],
  [t.RightBracket, 'close'],
  [t.RightBrace, 'close'],
  [t.Comma, 'mark'],
  [t.Colon, 'mark'],
  [t.DoubleColon, 'mark'],
  [t.Assign, 'mark'],
  [t.Dot, 'mark'],
]);

// Tokens as the reference's messages show them (`renderTokenText`, LexUtils.hs).

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
