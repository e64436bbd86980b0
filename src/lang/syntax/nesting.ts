// Counts nesting before anything is parsed: parser, desugarer and evaluator recurse, and a text must not decide how deep.

import type { IToken, TokenType } from 'chevrotain';
import * as t from '../../../grammar/tokens.ts';

/** Levels that parsing bears on a stack of the default size, with room for whoever calls it. */
export const defaultNestingLimit = 200;

/**
 * The first token that opens more than `limit` levels. A binding form counts as a level of the call that it stands in,
 * because all that follows it there becomes its body.
 */
export function findTooDeep(tokens: readonly IToken[], limit: number): IToken | undefined {
  const open: TokenType[] = [];
  // Binding forms so far in each open bracket.
  const bindings: number[] = [];
  let depth = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as IToken;
    const type = token.tokenType;
    if (type === t.LeftParen || type === t.LeftBracket || type === t.LeftBrace) {
      const top = open.length - 1;
      if (top >= 0 && type === t.LeftBrace && startsBinding(tokens, i)) {
        bindings[top] = (bindings[top] ?? 0) + 1;
        depth++;
      }
      open.push(type);
      bindings.push(0);
      if (++depth > limit) return token;
    } else if (type === t.RightParen || type === t.RightBracket || type === t.RightBrace) {
      if (type !== t.RightBrace) {
        // In models braces need not match, and do not nest.
        while (open.at(-1) === t.LeftBrace) depth -= close(open, bindings);
      }
      if (open.at(-1) === openerOf(type)) depth -= close(open, bindings);
    }
  }
  return undefined;
}

/** How many levels the innermost bracket accounted for. */
function close(open: TokenType[], bindings: number[]): number {
  open.pop();
  return 1 + (bindings.pop() ?? 0);
}

function openerOf(closer: TokenType): TokenType {
  if (closer === t.RightParen) return t.LeftParen;
  return closer === t.RightBracket ? t.LeftBracket : t.LeftBrace;
}

/** Only the token after the first field name tells a binding form from an object. */
function startsBinding(tokens: readonly IToken[], brace: number): boolean {
  return tokens[brace + 2]?.tokenType === t.Assign;
}

/** For tokens that no closing bracket is too many in. */
export function isOpenAtEnd(tokens: readonly IToken[]): boolean {
  let depth = 0;
  for (const { tokenType } of tokens) {
    if (tokenType === t.LeftParen || tokenType === t.LeftBracket || tokenType === t.LeftBrace) {
      depth++;
    } else if (
      tokenType === t.RightParen ||
      tokenType === t.RightBracket ||
      tokenType === t.RightBrace
    ) {
      depth--;
    }
  }
  return depth > 0;
}
