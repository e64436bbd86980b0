// Builds sequences of expressions, nested to the right as in Core.

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { ParsedTerm } from './parsed.ts';

/** Returns `a; (b; c)` for at least one term; every node has the span of the enclosing form. */
export function sequence(terms: readonly ParsedTerm[], span: Span): ParsedTerm {
  let result = terms.at(-1);
  assert(result !== undefined, 'a body has an expression');
  for (let i = terms.length - 2; i >= 0; i--) {
    result = { kind: 'sequence', first: terms[i] as ParsedTerm, second: result, span };
  }
  return result;
}
