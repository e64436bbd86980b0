// The order in which modules can be loaded: each after all that it needs.

import { compareText } from '../../base/text.ts';

export type ModuleNode = {
  readonly name: string;
  readonly dependencies: readonly string[];
};

export type LoadOrder = {
  readonly order: readonly string[];
  /** The first module is repeated at the end. Other cycles through one of these modules are not listed. */
  readonly cycles: readonly (readonly string[])[];
};

/** Depth first by name, with an explicit stack, because chains can be long. Unknown names are left out. */
export function loadOrder(nodes: readonly ModuleNode[]): LoadOrder {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const order: string[] = [];
  const cycles: (readonly string[])[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const root of [...byName.keys()].sort(compareText)) {
    const path: { readonly name: string; readonly pending: string[] }[] = [];
    const enter = (name: string): void => {
      const { dependencies = [] } = byName.get(name) ?? {};
      state.set(name, 'open');
      path.push({ name, pending: [...dependencies].sort(compareText).reverse() });
    };
    if (!state.has(root)) enter(root);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.pending.pop();
      if (next === undefined) {
        state.set(here.name, 'done');
        order.push(here.name);
        path.pop();
      } else if (byName.has(next) && !state.has(next)) enter(next);
      else if (state.get(next) === 'open') {
        const names = path.map(({ name }) => name);
        cycles.push([...names.slice(names.indexOf(next)), next]);
      }
    }
  }
  return { order, cycles };
}
