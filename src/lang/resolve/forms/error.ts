// `error`: an error that a program raises on purpose.

import type { Expression } from '../../syntax/ast.ts';
import { callForm, failSyntax, formTerm } from './define.ts';

export const errorForm = callForm({
  name: 'error',
  since: '5.3',
  usage: '(error message:string)',
  disabledBy: 'DisablePact53',
  doc: 'Fails with the message. `try` and `enforce-one` can catch the error.',
  examples: [
    { code: '(try "caught" (error "no"))', gives: '"caught"' },
    {
      code: '(error "a" "b")',
      gives: { fails: 'Desugar syntax failure: error must take only 1 argument' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 1)
      failSyntax('error must take only 1 argument', call.span, call.args.length);
    return formTerm('error', [desugarer.term(call.args[0] as Expression)], call.span);
  },
});
