// Checks nesting before anything is parsed: parser, desugarer and evaluator are recursive, so the depth
// of the input must be limited.

import type { IToken, TokenType } from 'chevrotain';
import * as t from '../../../grammar/tokens.ts';

/** Levels that parsing can handle on a stack of the default size, with room for its callers. */
export const defaultNestingLimit = 200;

/** The first token that opens more than `limit` levels. */
export function findTooDeep(tokens: readonly IToken[], limit: number): IToken | undefined {
  return new NestingCounter(limit).findTooDeep(tokens);
}

/**
 * Counts over the pieces of a text. A binding form counts as a level of the call that contains it,
 * because everything after it becomes its body.
 */
export class NestingCounter {
  readonly limit: number;
  private readonly open: OpenBracket[] = [];
  private depth = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** A piece begins with an opening parenthesis, or with the text. */
  findTooDeep(tokens: readonly IToken[]): IToken | undefined {
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i] as IToken;
      const type = token.tokenType;
      if (isOpener(type)) {
        if (type === t.LeftBrace && startsBinding(tokens, i)) this.deepen();
        this.open.push({ type, levels: 1 });
        if (++this.depth > this.limit) return token;
      } else if (isCloser(type)) this.depth -= close(this.open, type);
    }
    return undefined;
  }

  private deepen(): void {
    const outer = this.open.at(-1);
    if (outer === undefined) return;
    outer.levels++;
    this.depth++;
  }
}

/** For tokens without surplus closing brackets. */
export function isOpenAtEnd(tokens: readonly IToken[]): boolean {
  let depth = 0;
  for (const { tokenType } of tokens) {
    if (isOpener(tokenType)) depth++;
    else if (isCloser(tokenType)) depth--;
  }
  return depth > 0;
}

/** Whether each bracket has its partner. */
export function areBracketsPaired(tokens: readonly IToken[]): boolean {
  const open: TokenType[] = [];
  for (const { tokenType } of tokens) {
    if (isOpener(tokenType)) open.push(tokenType);
    else if (isCloser(tokenType) && open.pop() !== openerOf(tokenType)) return false;
  }
  return open.length === 0;
}

type OpenBracket = {
  readonly type: TokenType;
  levels: number;
};

function isOpener(type: TokenType): boolean {
  return type === t.LeftParen || type === t.LeftBracket || type === t.LeftBrace;
}

function isCloser(type: TokenType): boolean {
  return type === t.RightParen || type === t.RightBracket || type === t.RightBrace;
}

/** The number of levels that end. In models braces need not match, so other brackets skip them. */
function close(open: OpenBracket[], closer: TokenType): number {
  let levels = 0;
  while (closer !== t.RightBrace && open.at(-1)?.type === t.LeftBrace) {
    levels += open.pop()?.levels ?? 0;
  }
  if (open.at(-1)?.type === openerOf(closer)) levels += open.pop()?.levels ?? 0;
  return levels;
}

function openerOf(closer: TokenType): TokenType {
  if (closer === t.RightParen) return t.LeftParen;
  return closer === t.RightBracket ? t.LeftBracket : t.LeftBrace;
}

/** Only the token after the first field name tells a binding form from an object. */
function startsBinding(tokens: readonly IToken[], brace: number): boolean {
  return tokens[brace + 2]?.tokenType === t.Assign;
}
