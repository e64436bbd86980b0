// `pure`: a promise that an expression does not write.

import type { Expression } from '../../syntax/ast.ts';
import { callForm, failSyntax, formTerm } from './define.ts';

export const pureForm = callForm({
  name: 'pure',
  since: '5.3',
  usage: '(pure expression)',
  disabledBy: 'DisablePact53',
  doc: 'Evaluates an expression that may read the database but not write to it.',
  examples: [
    { code: '(pure (+ 1 2))', gives: '3' },
    { code: '(pure)', gives: { fails: 'Desugar syntax failure: pure must take only 1 argument' } },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 1)
      failSyntax('pure must take only 1 argument', call.span, call.args.length);
    return formTerm('pure', [desugarer.term(call.args[0] as Expression)], call.span);
  },
});
