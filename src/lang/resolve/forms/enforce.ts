// `enforce`: message and condition are not evaluated like arguments.

import { callForm, formTerm } from './define.ts';
import { partialCondition } from './partial-condition.ts';

export const enforceForm = callForm({
  name: 'enforce',
  since: '1.0',
  usage: '(enforce condition:bool message:string) -> bool',
  doc:
    'Fails the transaction with the message unless the condition is true. The condition may read the ' +
    'database but not write to it; the message is evaluated only if the condition is false.',
  examples: [
    { code: '(enforce (< 1 2) "order")', gives: 'true' },
    { code: '(try "caught" (enforce false "no"))', gives: '"caught"' },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2) return partialCondition('enforce', call, desugarer);
    return formTerm('enforce', desugarer.terms(call.args), call.span);
  },
});
