// `if`: the branch that is not taken does not run.

import { callForm, failSyntax, formTerm } from './define.ts';

export const ifForm = callForm({
  name: 'if',
  since: '1.0',
  usage: '(if condition:bool then else)',
  doc: 'Evaluates the second expression if the condition is true, otherwise the third.',
  examples: [
    { code: '(if (< 1 2) "smaller" "not smaller")', gives: '"smaller"' },
    {
      code: '(if true 1)',
      gives: { fails: 'Desugar syntax failure: if must take three arguments' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 3)
      failSyntax('if must take three arguments', call.span, call.args.length);
    return formTerm('if', desugarer.terms(call.args), call.span);
  },
});
