// Reads parts of expressions for rules: the called function, its arguments, and bodies.

import { walkExpressions, type Expression } from '../../lang/session/analyse.ts';

/** Returns the bare name of the builtin or function that is called. */
export function calledName(expression: Expression): string | undefined {
  if (expression.kind !== 'application' || expression.head.kind !== 'variable') return undefined;
  const { name } = expression.head;
  return name.kind === 'bare' ? name.name : undefined;
}

export function argumentsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'application' ? expression.args : [];
}

/** Returns the body, in which all but the last expression run only for their effects. */
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

/** Checks whether a name occurs, qualified or not, as a value or as the called function. */
export function mentions(expressions: readonly Expression[], name: string): boolean {
  return mentionsAny(expressions, new Set([name]));
}

export function mentionsAny(
  expressions: readonly Expression[],
  names: ReadonlySet<string>,
): boolean {
  let isMentioned = false;
  walkExpressions(expressions, (each) => {
    if (each.kind !== 'variable') return;
    const { name: seen } = each;
    if (seen.kind !== 'qualified' && names.has(seen.name)) isMentioned = true;
  });
  return isMentioned;
}
