// `and`: the second operand is lazy; with other than two arguments it is an ordinary function.

import { callForm, formTerm } from './define.ts';
import { partialCondition } from './partial-condition.ts';

export const andForm = callForm({
  name: 'and',
  since: '1.0',
  usage: '(and left:bool right:bool) -> bool',
  doc:
    'Returns true if both operands are true. The second operand is evaluated only if the first is ' +
    'true.',
  examples: [
    { code: '(and true (< 1 2))', gives: 'true' },
    { code: '(and false (enforce false "never runs"))', gives: 'false' },
    { code: '(fold (and) true [true false])', gives: 'false' },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2) return partialCondition('and', call, desugarer);
    return formTerm('and', desugarer.terms(call.args), call.span);
  },
});
