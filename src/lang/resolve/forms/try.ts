// `try`: an expression and what to do if it fails.

import { callForm, failSyntax, formTerm } from './define.ts';

export const tryForm = callForm({
  name: 'try',
  since: '3.2',
  usage: '(try default expression)',
  doc:
    'Evaluates the second expression, which may not write to the database, and returns its value. If ' +
    'it fails with an error that can be caught, evaluates the first instead.',
  examples: [
    { code: '(try 0 (read-integer "absent"))', gives: '0' },
    { code: '(try 0 1)', gives: '1' },
    { code: '(try 1)', gives: { fails: 'Desugar syntax failure: try must take two arguments' } },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2)
      failSyntax('try must take two arguments', call.span, call.args.length);
    return formTerm('try', desugarer.terms(call.args), call.span);
  },
});
