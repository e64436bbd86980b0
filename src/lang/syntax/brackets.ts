// Checks nesting before anything is parsed: parser, desugarer and evaluator are recursive, so the depth
// of the input must be limited.

import type { IToken, TokenType } from 'chevrotain';
import * as t from '../../../grammar/tokens.ts';
import { scanString } from '../../../grammar/string-literal.ts';

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

/** Returns whether each bracket has its partner. */
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

// Scans brackets without creating tokens, so that text that nests far too deep is rejected quickly, however long it is. The
// rules follow from the tokens (grammar/tokens.ts): outside strings and comments, each bracket is a token.

/**
 * The end of the bracket at which a text certainly has more than `limit` levels; binding forms, which count as levels too,
 * can only move it forward. `undefined` if brackets alone do not nest that deep.
 */
export function endOfTooDeep(lexed: string, limit: number): number | undefined {
  const open: string[] = [];
  let at = endOfRun(plain, lexed, 0);
  while (at < lexed.length) {
    const character = lexed.charAt(at);
    if (character === '"' || character === ';') at = endOfSkipped(lexed, at);
    else {
      at++;
      if (character === '(' || character === '[' || character === '{') {
        if (open.push(character) > limit) return at;
      } else closeCharacter(open, character);
    }
    at = endOfRun(plain, lexed, at);
  }
  return undefined;
}

/** Returns whether the lexer finds an error after an offset, which must be neither in a string nor in a comment. */
export function hasFaultFrom(lexed: string, from: number): boolean {
  let at = endOfRun(sound, lexed, from);
  while (at < lexed.length) {
    const character = lexed.charAt(at);
    if (character === ';') at = endOfSkipped(lexed, at);
    else if (character === '"') {
      const { end, fault } = scanString(lexed, at);
      if (fault !== undefined) return true;
      at = end;
    } else if (character !== "'" || !/[a-zA-Z]/.test(lexed.charAt(++at))) return true;
    at = endOfRun(sound, lexed, at);
  }
  return false;
}

/** One character class each, so that matching needs no stack. */
const plain = /[^()[\]{}";]*/y;
const sound = /[ \t\n\f\v\r!#-&(-:<-[\]^_a-~]*/y;

function endOfRun(run: RegExp, text: string, from: number): number {
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}

function endOfSkipped(lexed: string, at: number): number {
  if (lexed.charAt(at) === '"') return scanString(lexed, at).end;
  const lineEnd = lexed.indexOf('\n', at);
  return lineEnd === -1 ? lexed.length : lineEnd + 1;
}

/** As `close` does for tokens. */
function closeCharacter(open: string[], closer: string): void {
  while (closer !== '}' && open.at(-1) === '{') open.pop();
  const opener = closer === ')' ? '(' : closer === ']' ? '[' : '{';
  if (open.at(-1) === opener) open.pop();
}

/**
 * For each bracket the number of its partner; -1 for other tokens and brackets without one. In models braces need not
 * match, so other brackets skip them.
 */
export function findPartners(tokens: readonly IToken[]): Int32Array {
  const partners = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach(({ tokenType }, i) => {
    if (isOpener(tokenType)) open.push(i);
    if (!isCloser(tokenType)) return;
    const wanted = openerOf(tokenType);
    let depth = open.length - 1;
    const typeAt = (at: number): TokenType | undefined => tokens[open[at] ?? -1]?.tokenType;
    if (wanted !== t.LeftBrace) while (typeAt(depth) === t.LeftBrace) depth--;
    const opener = open[depth];
    if (opener === undefined || typeAt(depth) !== wanted) return;
    partners[opener] = i;
    partners[i] = opener;
    open.length = depth;
  });
  return partners;
}
