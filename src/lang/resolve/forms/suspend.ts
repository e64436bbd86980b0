// `suspend`: delays the evaluation of an expression.

import type { Expression } from '../../syntax/ast.ts';
import { callForm, failSyntax } from './define.ts';

export const suspendForm = callForm({
  name: 'suspend',
  since: '5.0',
  usage: '(suspend expression)',
  doc: 'Returns a function without parameters that evaluates the expression when it is called.',
  examples: [
    { code: '(let ((f (suspend (+ 1 2)))) (f))', gives: '3' },
    {
      code: '(suspend 1 2)',
      gives: { fails: 'Desugar syntax failure: suspend must take only 1 argument' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 1)
      failSyntax('suspend must take only 1 argument', call.span, call.args.length);
    const body = desugarer.term(call.args[0] as Expression);
    return { kind: 'nullary', body, span: call.span };
  },
});
