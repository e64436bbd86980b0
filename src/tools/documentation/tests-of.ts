// Finds the tests of each member: those that name it, and those that reach it through other members.

import type { IndexedModule, IndexedTest } from '../analysis/project-index/shape.ts';

export type Touching = {
  readonly test: IndexedTest;
  /** The expectations whose forms name the member. */
  readonly expectations: readonly string[];
};

export type TestsOf = {
  readonly naming: readonly Touching[];
  /** The number of other tests that reach it. */
  readonly reaching: number;
};

export class ProjectTests {
  private readonly naming = new Map<string, Touching[]>();
  private readonly reaching = new Map<string, Set<IndexedTest>>();

  constructor(modules: readonly IndexedModule[], tests: readonly IndexedTest[]) {
    const references = new Map(
      modules.flatMap(({ name, definitions }) =>
        definitions.map((each) => [`${name}.${each.name}`, each.references] as const),
      ),
    );
    for (const test of tests) {
      for (const member of test.uses) {
        const expectations = test.expectations
          .filter(({ uses }) => uses.includes(member))
          .map(({ name }) => name);
        list(this.naming, member).push({ test, expectations });
      }
      for (const member of reachable(test.uses, references)) {
        const reaching = this.reaching.get(member) ?? new Set();
        this.reaching.set(member, reaching.add(test));
      }
    }
  }

  of(member: string): TestsOf {
    const naming = this.naming.get(member) ?? [];
    const all = this.reaching.get(member)?.size ?? 0;
    return { naming, reaching: all - naming.length };
  }
}

function reachable(
  roots: readonly string[],
  references: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  // Iteration over a set includes items that are added during the loop.
  const reached = new Set(roots);
  for (const member of reached) for (const each of references.get(member) ?? []) reached.add(each);
  return reached;
}

function list<T>(lists: Map<string, T[]>, key: string): T[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: T[] = [];
  lists.set(key, made);
  return made;
}
