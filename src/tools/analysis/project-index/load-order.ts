// The order in which modules can be loaded: each after all that it needs.

import type { NamedDependent } from '../../../base/shortest-circle.ts';
import { compareText } from '../../../base/text.ts';
import { moduleCircles } from '../check/module-circles.ts';

export type LoadOrder = {
  readonly order: readonly string[];
  /** For each group of modules that need each other, a shortest circle. The first module is repeated at the end. */
  readonly cycles: readonly (readonly string[])[];
};

/** Depth first by name, with an explicit stack, because chains can be long. Unknown names are left out. */
export function loadOrder(given: readonly NamedDependent[]): LoadOrder {
  const nodes = given
    .map(({ name, dependencies }) => ({ name, dependencies: [...dependencies].sort(compareText) }))
    .sort((left, right) => compareText(left.name, right.name));
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const order: string[] = [];
  const met = new Set<string>();
  for (const root of byName.keys()) {
    const path: { readonly name: string; readonly pending: string[] }[] = [];
    const enter = (name: string): void => {
      met.add(name);
      path.push({ name, pending: [...(byName.get(name)?.dependencies ?? [])].reverse() });
    };
    if (!met.has(root)) enter(root);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.pending.pop();
      if (next === undefined) {
        order.push(here.name);
        path.pop();
      } else if (byName.has(next) && !met.has(next)) enter(next);
    }
  }
  const cycles = moduleCircles(nodes).map(({ path }) => [...path, ...path.slice(0, 1)]);
  return { order, cycles };
}
