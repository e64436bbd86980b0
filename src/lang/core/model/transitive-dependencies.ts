// Finds the definitions that a module depends on, directly or through others. They are stored with
// it, so that an upgrade of another module does not change what it calls. The search counts its cost
// in small steps and charges the total.
// Source: pact/Pact/Core/TransitiveDependencies.hs; sections 4.4 and 8.5. Since release 5.1.

import { fail } from '../../diagnostics/error.ts';
import { compareFullyQualifiedNames, FullyQualifiedName } from '../../values/names.ts';
import { termsOf, type Def, type Dependency, type Module } from './definition.ts';
import { hashedDefinition, type References } from '../encoding/hashed-definition.ts';
import { memberName } from './loaded.ts';
import { forEachTermUpwards } from './term-walk.ts';

/** The cost of the steps of a search, in milligas. */
export type SearchCosts = {
  /** Visiting one node of a term. */
  readonly node: number;
  /** Looking up one of this many names. */
  readonly search: (names: number) => number;
  /** Filtering the loaded definitions down to the dependencies. */
  readonly restriction: (loaded: number, dependencies: number) => number;
};

export type DependencySearch = {
  /** Hashed; its own definitions are already loaded. */
  readonly module: Module;
  readonly find: (name: FullyQualifiedName) => Def | undefined;
  /** The number of definitions loaded, including the module's own. */
  readonly loadedCount: number;
  /**
   * The remaining milligas: the search stops when they are used up. `undefined` if gas is not metered.
   */
  readonly budget: number | undefined;
  readonly costs: SearchCosts;
  /** Called once at the end; raises the gas error if the search stopped early. */
  readonly charge: (milligas: number) => void;
};

/** Ascending by name, without the module's own definitions. */
export function transitiveDependencies(search: DependencySearch): ReadonlyMap<string, Dependency> {
  const { module, budget, costs } = search;
  const before = found.get(module);
  if (before !== undefined && isAsBefore(before, search)) return foundAgain(before, search);
  const own = module.defs.map((def) => memberName(module, def));
  if (budget === undefined) {
    // The order in which definitions are found matters only if one of them is missing.
    const closure = new Closure(search, own, Infinity, new NameStack());
    closure.run();
    if (closure.isComplete) {
      return remember(module, closure.foundBesides(own, module), undefined);
    }
  }
  const closure = new Closure(search, own, budget ?? Infinity, new NameQueue());
  closure.run();
  const { consumed, size } = closure;
  if (budget !== undefined) search.charge(consumed + costs.restriction(search.loadedCount, size));
  const dependencies = closure.foundBesides(own, module);
  // A gas model that charges nothing for the search continues after it stopped early.
  if (budget !== undefined && consumed > budget) return dependencies;
  return remember(module, dependencies, { consumed, size, costs });
}

/** The result of a search that finished within its budget. */
type Found = {
  readonly dependencies: ReadonlyMap<string, Dependency>;
  /** `undefined` if gas was not metered. */
  readonly work: SearchWork | undefined;
};

type SearchWork = {
  readonly consumed: number;
  /** The cost for all definitions, including those of the module. */
  readonly size: number;
  readonly costs: SearchCosts;
};

// Sessions that share modules install the same module again.
const found = new WeakMap<Module, Found>();

function remember(
  module: Module,
  dependencies: ReadonlyMap<string, Dependency>,
  work: SearchWork | undefined,
): ReadonlyMap<string, Dependency> {
  found.set(module, { dependencies, work });
  return dependencies;
}

function foundAgain(
  { dependencies, work }: Found,
  { budget, charge, costs, loadedCount }: DependencySearch,
): ReadonlyMap<string, Dependency> {
  if (budget !== undefined && work !== undefined) {
    charge(work.consumed + costs.restriction(loadedCount, work.size));
  }
  return dependencies;
}

/** Returns whether a new search would give the same result: none of the definitions found has changed. */
function isAsBefore(
  { dependencies, work }: Found,
  { module, find, budget, costs }: DependencySearch,
): boolean {
  if (budget !== undefined) {
    if (work === undefined || work.costs !== costs || work.consumed > budget) return false;
  }
  for (const { name, def } of dependencies.values()) if (find(name) !== def) return false;
  return module.defs.every((def) => find(memberName(module, def)) === def);
}

class Closure {
  private readonly find: (name: FullyQualifiedName) => Def | undefined;
  private readonly costs: SearchCosts;
  private readonly budget: number;
  private readonly known = new Map<string, FullyQualifiedName>();
  private readonly work: Names;
  private missing: FullyQualifiedName | undefined;
  consumed = 0;

  constructor(
    { find, costs }: DependencySearch,
    start: readonly FullyQualifiedName[],
    budget: number,
    work: Names,
  ) {
    this.find = find;
    this.costs = costs;
    this.budget = budget;
    this.work = work;
    for (const name of start) this.add(name);
  }

  get size(): number {
    return this.known.size;
  }

  get isComplete(): boolean {
    return this.missing === undefined;
  }

  run(): void {
    for (let name = this.work.pop(); name !== undefined; name = this.work.pop()) {
      const def = this.find(name);
      if (def === undefined) this.missing = name;
      else this.visit(def);
      if (this.missing !== undefined || this.isOverdrawn) return;
    }
  }

  foundBesides(
    own: readonly FullyQualifiedName[],
    module: Module,
  ): ReadonlyMap<string, Dependency> {
    if (this.missing !== undefined) {
      const { qualified, hash } = this.missing;
      fail('InvariantUnboundFreeVariable', { name: qualified, moduleHash: hash }, module.span);
    }
    for (const name of own) this.known.delete(name.key);
    const names = [...this.known.values()].sort(compareFullyQualifiedNames);
    const dependencies = new Map<string, Dependency>();
    for (const name of names) {
      const def = this.find(name);
      if (def !== undefined) dependencies.set(name.key, { name, def });
    }
    return dependencies;
  }

  private visit(def: Def): void {
    const { names, nodesBefore, nodesAfter } = referencesOf(def);
    for (let i = 0; i < names.length; i++) {
      this.consumeNodes(nodesBefore[i] as number);
      this.check(names[i] as FullyQualifiedName);
    }
    this.consumeNodes(nodesAfter);
  }

  private check(name: FullyQualifiedName): void {
    const { search } = this.costs;
    this.consume(search(this.known.size));
    if (this.known.has(name.key)) return;
    this.consume(search(this.known.size));
    this.consume(search(this.work.size));
    // The reference stops at the charge that exceeds the budget, before it adds the name.
    if (!this.isOverdrawn) this.add(name);
  }

  private add(name: FullyQualifiedName): void {
    if (this.known.has(name.key)) return;
    this.known.set(name.key, name);
    this.work.push(name);
  }

  private get isOverdrawn(): boolean {
    return this.consumed > this.budget;
  }

  private consume(milligas: number): void {
    if (!this.isOverdrawn) this.consumed += milligas;
  }

  /** Visits nodes as far as the budget allows, and one more. */
  private consumeNodes(count: number): void {
    const { node } = this.costs;
    if (node === 0) return;
    const affordable = Math.floor((this.budget - this.consumed) / node) + 1;
    this.consume(Math.min(count, Math.max(0, affordable)) * node);
  }
}

// A definition is walked once, however many modules depend on it.
const references = new WeakMap<Def, References>();

function referencesOf(def: Def): References {
  let known = hashedDefinition(def)?.references ?? references.get(def);
  if (known === undefined) {
    known = findReferences(def);
    references.set(def, known);
  }
  return known;
}

/** Constants are already values; schemas and tables refer to no definition. */
function findReferences(def: Def): References {
  const names: FullyQualifiedName[] = [];
  const nodesBefore: number[] = [];
  let nodes = 0;
  const add = (name: FullyQualifiedName): void => {
    names.push(name);
    nodesBefore.push(nodes);
    nodes = 0;
  };
  if (def.kind === 'defcap' && def.meta.kind === 'managed') add(def.meta.manager);
  for (const root of termsOf(def)) {
    forEachTermUpwards(root, (term) => {
      nodes++;
      if (term.kind !== 'var' || term.name.kind !== 'top') return;
      const { module, text, hash } = term.name;
      add(new FullyQualifiedName(module, text, hash));
    });
  }
  return { names, nodesBefore, nodesAfter: nodes };
}

/** Names of definitions that were found but not searched yet. */
interface Names {
  readonly size: number;
  push(name: FullyQualifiedName): void;
  pop(): FullyQualifiedName | undefined;
}

class NameStack implements Names {
  private readonly names: FullyQualifiedName[] = [];

  get size(): number {
    return this.names.length;
  }

  push(name: FullyQualifiedName): void {
    this.names.push(name);
  }

  pop(): FullyQualifiedName | undefined {
    return this.names.pop();
  }
}

/** The smallest name first: a binary heap. */
class NameQueue implements Names {
  private readonly heap: FullyQualifiedName[] = [];

  get size(): number {
    return this.heap.length;
  }

  push(name: FullyQualifiedName): void {
    const { heap } = this;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above] as FullyQualifiedName;
      if (compareFullyQualifiedNames(name, parent) >= 0) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = name;
  }

  pop(): FullyQualifiedName | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      const below = this.smallerChild(at);
      const child = heap[below];
      if (child === undefined || compareFullyQualifiedNames(child, last) >= 0) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }

  private smallerChild(at: number): number {
    const left = this.heap[2 * at + 1];
    const right = this.heap[2 * at + 2];
    if (left === undefined || right === undefined) return 2 * at + 1;
    return compareFullyQualifiedNames(left, right) <= 0 ? 2 * at + 1 : 2 * at + 2;
  }
}
