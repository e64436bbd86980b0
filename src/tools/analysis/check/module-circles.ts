// Groups of modules that depend on each other, so that none of them can be deployed first.

import { shortestCircle, type NamedDependent } from '../../../base/shortest-circle.ts';

export type ModuleCircle = {
  readonly members: ReadonlySet<string>;
  /** A shortest way around; the first name is not repeated. */
  readonly path: readonly string[];
};

type Visit = {
  readonly name: string;
  readonly pending: string[];
  readonly index: number;
  /** The smallest index that can be reached from here. */
  lowest: number;
};

/** Tarjan's search for strongly connected components, with an explicit stack, because chains can be long. */
export function moduleCircles(nodes: readonly NamedDependent[]): readonly ModuleCircle[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const indices = new Map<string, number>();
  const open = new Set<string>();
  const opened: string[] = [];
  const circles: ModuleCircle[] = [];
  for (const root of byName.keys()) {
    const path: Visit[] = [];
    const enter = (name: string): void => {
      const index = indices.size;
      indices.set(name, index);
      open.add(name);
      opened.push(name);
      const pending = [...(byName.get(name)?.dependencies ?? [])].reverse();
      path.push({ name, pending, index, lowest: index });
    };
    if (!indices.has(root)) enter(root);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.pending.pop();
      if (next === undefined) {
        path.pop();
        const before = path.at(-1);
        if (before !== undefined) before.lowest = Math.min(before.lowest, here.lowest);
        if (here.lowest === here.index) {
          const names = opened.splice(opened.lastIndexOf(here.name));
          for (const name of names) open.delete(name);
          circles.push(...circleIn(names, byName));
        }
      } else if (byName.has(next) && !indices.has(next)) enter(next);
      else if (open.has(next)) here.lowest = Math.min(here.lowest, indices.get(next) ?? 0);
    }
  }
  return circles;
}

function circleIn(
  names: readonly string[],
  byName: ReadonlyMap<string, NamedDependent>,
): readonly ModuleCircle[] {
  const members = names.flatMap((name) => byName.get(name) ?? []);
  const isCircle =
    members.length > 1 || members.some(({ name, dependencies }) => dependencies.includes(name));
  return isCircle ? [{ members: new Set(names), path: shortestCircle(members) }] : [];
}
