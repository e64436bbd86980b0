// Scans brackets without creating tokens, so that text that nests far too deep is rejected quickly, however long it is. The
// rules follow from the tokens (grammar/tokens.ts): outside strings and comments, each bracket is a token.

import { scanString } from '../../../grammar/string-literal.ts';

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
      } else close(open, character);
    }
    at = endOfRun(plain, lexed, at);
  }
  return undefined;
}

/** Whether the lexer finds an error after an offset, which must be neither in a string nor in a comment. */
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

/** As brackets close in nesting.ts. */
function close(open: string[], closer: string): void {
  while (closer !== '}' && open.at(-1) === '{') open.pop();
  const opener = closer === ')' ? '(' : closer === ']' ? '[' : '{';
  if (open.at(-1) === opener) open.pop();
}
