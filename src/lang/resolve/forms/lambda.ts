// `lambda`: without parameters, the suspended body.

import type { LambdaExpression } from '../../syntax/ast.ts';
import { sequence } from '../sequence.ts';
import { syntaxForm } from './define.ts';

export const lambdaForm = syntaxForm<LambdaExpression>({
  name: 'lambda',
  since: '4.2',
  usage: '(lambda (name:type ...) body ...)',
  doc: 'Defines a function without a name. It can use the names in scope where it is written.',
  examples: [
    { code: '((lambda (x y) (+ x y)) 1 2)', gives: '3' },
    { code: '(let ((n 10)) (map (lambda (x) (+ x n)) [1 2]))', gives: '[11 12]' },
  ],
  desugar({ parameters, body, span }, desugarer) {
    const term = sequence(desugarer.terms(body), span);
    if (parameters.length === 0) return { kind: 'nullary', body: term, span };
    return { kind: 'lambda', params: parameters, body: term, span };
  },
});
