// Recognises lambdas such as `(lambda (n) (* n 2))`: a builtin applied to parameters, other variables and integers. Loops
// over lists run them without a call per element (word-loops.ts).

import type { Span } from '../../../base/span.ts';
import type { Term } from '../../core/model/term.ts';

/** A literal integer, or the index of a variable; 0 is the last parameter. */
export type Operand = bigint | number;

export type WordCall = {
  /** The builtin's internal name. */
  readonly name: string;
  readonly span: Span;
  readonly left: Operand;
  readonly right: Operand;
};

export function wordCallOf(body: Term): WordCall | undefined {
  if (body.kind !== 'app' || body.fun.kind !== 'builtin' || body.args.length !== 2)
    return undefined;
  const [first, second] = body.args;
  const left = operandOf(first);
  const right = operandOf(second);
  if (left === undefined || right === undefined) return undefined;
  return { name: body.fun.name, span: body.fun.span, left, right };
}

function operandOf(term: Term | undefined): Operand | undefined {
  if (term?.kind === 'literal' && term.literal.kind === 'integer') return term.literal.value;
  if (term?.kind === 'var' && term.name.kind === 'local') return term.name.index;
  return undefined;
}
