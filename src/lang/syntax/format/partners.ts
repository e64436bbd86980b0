// Finds the partner of each bracket. In models braces need not match, so other brackets skip them.

import type { IToken, TokenType } from 'chevrotain';
import * as t from '../../../../grammar/tokens.ts';

const openers: ReadonlyMap<TokenType, TokenType> = new Map([
  [t.RightParen, t.LeftParen],
  [t.RightBracket, t.LeftBracket],
  [t.RightBrace, t.LeftBrace],
]);
const opening = new Set(openers.values());

/** For each bracket the number of its partner; -1 for other tokens and brackets without one. */
export function findPartners(tokens: readonly IToken[]): Int32Array {
  const partners = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach(({ tokenType }, i) => {
    if (opening.has(tokenType)) open.push(i);
    const wanted = openers.get(tokenType);
    if (wanted === undefined) return;
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
