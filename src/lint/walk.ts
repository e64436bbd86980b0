// Every expression of a tree, outer ones first. Source nests less deep than the parser's limit, so
// plain recursion bears it.

import type { Expression } from '../lang/session/index.ts';

export function walk(
  expressions: readonly Expression[],
  visit: (expression: Expression) => void,
): void {
  for (const expression of expressions) {
    visit(expression);
    walk(partsOf(expression), visit);
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

/** The native or function that is called, by its bare name. */
export function calledName(expression: Expression): string | undefined {
  if (expression.kind !== 'application' || expression.head.kind !== 'variable') return undefined;
  const { name } = expression.head;
  return name.kind === 'bare' ? name.name : undefined;
}

export function argumentsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'application' ? expression.args : [];
}

/** Bodies: all but the last expression are run for what they do, not for what they are. */
export function bodyOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'let':
    case 'lambda':
    case 'binding':
      return expression.body;
    case 'application':
      return calledName(expression) === 'with-capability' ? expression.args.slice(1) : [];
    default:
      return [];
  }
}

/** Whether a name is mentioned, qualified or not, as a value or as what is called. */
export function mentions(expressions: readonly Expression[], name: string): boolean {
  let isMentioned = false;
  walk(expressions, (each) => {
    if (each.kind !== 'variable') return;
    const { name: seen } = each;
    if (seen.kind !== 'qualified' && seen.name === name) isMentioned = true;
  });
  return isMentioned;
}
