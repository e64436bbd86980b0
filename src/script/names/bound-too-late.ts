// Finds the `let` in which a variable is used before it is bound.

import { Span } from '../../base/span.ts';
import type { Binder, LetExpression, TopLevel } from '../../lang/session/analyse.ts';

/** Returns the variable whose value uses a name that a later binding of the same `let` defines. */
export function boundTooLate(form: TopLevel, name: string, place: Span): string | undefined {
  const pending: Node[] = [form];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isLet(node)) {
      const using = node.binders.findIndex(({ value }) => value.span.covers(place));
      const later = using < 0 ? [] : node.binders.slice(using + 1);
      if (later.some((binder) => binder.argument.name === name)) return nameOf(node.binders[using]);
    }
    pending.push(...partsAround(node, place));
  }
  return undefined;
}

/** Any part of the syntax tree: forms, and lists of them. */
type Node = { readonly kind?: unknown; readonly span?: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !(value instanceof Span);

const nameOf = (binder: Binder | undefined): string | undefined => binder?.argument.name;

const isLet = (node: Node): node is LetExpression => node.kind === 'let';

/** Returns the parts of a node, without those that are known to be elsewhere. */
function partsAround(node: Node, place: Span): readonly Node[] {
  const values: readonly unknown[] = Object.values(node);
  return values.filter(
    (value): value is Node =>
      isNode(value) && !(value.span instanceof Span && !value.span.covers(place)),
  );
}
