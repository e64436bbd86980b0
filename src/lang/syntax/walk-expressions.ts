// Visits every expression of a tree, outer ones first. The nesting of source is limited by the parser, so
// plain recursion is safe.

import type { Expression } from './expression-ast.ts';

export function walkExpressions(
  expressions: readonly Expression[],
  visit: (expression: Expression) => void,
): void {
  for (const expression of expressions) {
    visit(expression);
    walkExpressions(partsOf(expression), visit);
  }
}

/** The expressions directly inside. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'let':
      return [...expression.binders.map(({ value }) => value), ...expression.body];
    case 'lambda':
    case 'binding':
      return expression.body;
    case 'application':
      return [expression.head, ...expression.args];
    case 'list':
      return expression.items;
    case 'object':
      return expression.fields.map(({ value }) => value);
    case 'variable':
    case 'constant':
      return [];
  }
}
