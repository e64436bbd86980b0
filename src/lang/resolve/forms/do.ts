// `do`: a body where one expression is expected.

import { sequence } from '../sequence.ts';
import { callForm, failSyntax } from './define.ts';

export const doForm = callForm({
  name: 'do',
  since: '5.0',
  usage: '(do expression ...)',
  doc: 'Evaluates expressions in order and returns the value of the last.',
  examples: [
    { code: '(do 1 2 3)', gives: '3' },
    {
      code: '(do)',
      gives: { fails: 'Desugar syntax failure: do form must have at least 1 expression' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length === 0) {
      failSyntax('do form must have at least 1 expression', call.span);
    }
    return sequence(desugarer.terms(call.args), call.span);
  },
});
