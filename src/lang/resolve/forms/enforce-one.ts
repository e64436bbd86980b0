// `enforce-one`: whether its second argument is a literal list is checked only at run time.

import { callForm, failSyntax, formTerm } from './define.ts';

export const enforceOneForm = callForm({
  name: 'enforce-one',
  since: '2.3',
  usage: '(enforce-one message:string [condition ...]) -> bool',
  doc:
    'Evaluates the conditions of a literal list in order and succeeds at the first that is true. A ' +
    'condition that fails counts as false; if none is true, fails with the message.',
  examples: [
    { code: '(enforce-one "none" [(enforce false "a") (enforce true "b")])', gives: 'true' },
    {
      code: '(enforce-one "none")',
      gives: { fails: 'Desugar syntax failure: enforce-one must take two arguments' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2)
      failSyntax('enforce-one must take two arguments', call.span, call.args.length);
    return formTerm('enforce-one', desugarer.terms(call.args), call.span);
  },
});
