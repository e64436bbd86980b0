// `cond`: nested conditions, passed to the builtin of the same name as one suspended expression.

import type { Span } from '../../../base/span.ts';
import type { Expression } from '../../syntax/ast.ts';
import type { ParsedTerm } from '../parsed.ts';
import { callForm, failSyntax, formTerm, type Desugarer } from './define.ts';

export const condForm = callForm({
  name: 'cond',
  since: '4.2',
  usage: '(cond (condition value) ... otherwise)',
  doc:
    'Returns the value of the first clause `(condition value)` whose condition is true, or the value ' +
    'of the last expression if none is.',
  examples: [
    { code: '(let ((x 5)) (cond ((< x 3) "low") ((< x 7) "middle") "high"))', gives: '"middle"' },
    { code: '(cond "only")', gives: '"only"' },
    {
      code: '(cond 1 2)',
      gives: { fails: 'Desugar syntax failure: cond: expected application of conditions' },
    },
  ],
  desugar(call, desugarer) {
    const { span } = call;
    const otherwise = call.args.at(-1);
    if (otherwise === undefined) {
      failSyntax('cond: expected list of conditions with a default case', span);
    }
    // From the last clause to the first: the order in which their errors are found.
    let body = desugarer.term(otherwise);
    for (let i = call.args.length - 2; i >= 0; i--) {
      body = clause(call.args[i] as Expression, body, span, desugarer);
    }
    const fun: ParsedTerm = { kind: 'builtin', name: 'cond', span };
    return { kind: 'app', fun, args: [{ kind: 'nullary', body, span }], span };
  },
});

function clause(
  expression: Expression,
  otherwise: ParsedTerm,
  span: Span,
  desugarer: Desugarer,
): ParsedTerm {
  if (expression.kind !== 'application' || expression.args.length !== 1) {
    failSyntax('cond: expected application of conditions', span);
  }
  const condition = desugarer.term(expression.head);
  const value = desugarer.term(expression.args[0] as Expression);
  return formTerm('if', [condition, value, otherwise], expression.span);
}
