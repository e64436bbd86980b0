// `let` and `let*`: one nested binder after the other.

import type { Binder, LetExpression } from '../../syntax/ast.ts';
import type { ParsedTerm } from '../parsed.ts';
import { sequence } from '../sequence.ts';
import { syntaxForm, type Desugarer } from './define.ts';

export const letForm = syntaxForm<LetExpression>({
  name: 'let',
  since: '1.0',
  usage: '(let ((name:type value) ...) body ...)',
  doc: 'Binds values to names for its body. Each binder can use the ones before it.',
  examples: [
    { code: '(let ((x 1) (y (+ x 1))) (* x y))', gives: '2' },
    { code: '(let ((x:integer 1)) x)', gives: '1' },
  ],
  desugar,
});

export const letStarForm = syntaxForm<LetExpression>({
  name: 'let*',
  since: '1.0',
  usage: '(let* ((name:type value) ...) body ...)',
  doc: 'An older spelling of let, from the time when the binders of let could not use each other.',
  examples: [{ code: '(let* ((x 1) (y (+ x 1))) (* x y))', gives: '2' }],
  desugar,
});

/** The body first, then the binders from the last to the first: the order in which their errors are found. */
function desugar({ binders, body, span }: LetExpression, desugarer: Desugarer): ParsedTerm {
  let result = sequence(desugarer.terms(body), span);
  for (let i = binders.length - 1; i >= 0; i--) {
    const { argument, value } = binders[i] as Binder;
    // The binder's place is that of the whole form: stored line numbers depend on it.
    const arg = { name: argument.name, type: argument.type, span };
    result = { kind: 'let', arg, value: desugarer.term(value), body: result, span };
  }
  return result;
}
