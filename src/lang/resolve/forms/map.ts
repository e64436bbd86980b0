// `map`: an ordinary builtin, except for a call in function position.

import type { Span } from '../../../base/span.ts';
import type { ApplicationExpression, Expression, LambdaExpression } from '../../syntax/ast.ts';
import { callForm } from './define.ts';

const elementName = ':ijHO1';

export const mapForm = callForm({
  name: 'map',
  since: '1.0',
  usage: '(map function list) -> list',
  doc:
    'Applies a function to every element of a list. A call in function position gets the element as ' +
    'its last argument, so that `(map (+ 1) xs)` and `(map (or true) xs)` work; its other arguments ' +
    'are evaluated again for every element.',
  examples: [
    { code: '(map (+ 1) [1 2 3])', gives: '[2 3 4]' },
    { code: '(map (lambda (x) (* x x)) [1 2 3])', gives: '[1 4 9]' },
  ],
  desugar(call, desugarer) {
    const head = variable('map', call.headSpan);
    const [mapped, ...others] = call.args;
    if (mapped?.kind !== 'application') return desugarer.call(head, call.args, call.span);
    return desugarer.call(head, [completed(mapped, call.span), ...others], call.span);
  },
});

/** `(lambda (x) (f a x))` for `(f a)`: with its last argument the inner call finds its overload. */
function completed(mapped: ApplicationExpression, callSpan: Span): LambdaExpression {
  const { span } = mapped;
  const args = [...mapped.args, variable(elementName, callSpan)];
  return {
    kind: 'lambda',
    parameters: [{ name: elementName, type: undefined, span }],
    body: [{ kind: 'application', head: mapped.head, args, span }],
    span,
  };
}

function variable(name: string, span: Span): Expression {
  return { kind: 'variable', name: { kind: 'bare', name, span }, span };
}
