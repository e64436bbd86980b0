// `or`: the second operand is lazy; with other than two arguments it is an ordinary function.

import { callForm, formTerm } from './define.ts';
import { partialCondition } from './partial-condition.ts';

export const orForm = callForm({
  name: 'or',
  since: '1.0',
  usage: '(or left:bool right:bool) -> bool',
  doc:
    'Returns true if at least one operand is true. The second operand is evaluated only if the first ' +
    'is false.',
  examples: [
    { code: '(or false (< 1 2))', gives: 'true' },
    { code: '(or true (enforce false "never runs"))', gives: 'true' },
    { code: '(fold (or) false [false true])', gives: 'true' },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2) return partialCondition('or', call, desugarer);
    return formTerm('or', desugarer.terms(call.args), call.span);
  },
});
