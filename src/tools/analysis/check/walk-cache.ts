// A cache of results for forms, for walks through programs that differ little.

import {
  StaticCache,
  type ResolvedTopLevel,
  type TopLevel,
} from '../../../lang/session/analyse.ts';
import type { Dialect } from '../../../script/builtins.ts';

export class WalkCache {
  readonly modules = new StaticCache();
  private readonly unshadowed: Readonly<Record<Dialect, WeakSet<TopLevel>>> = {
    pact: new WeakSet(),
    repl: new WeakSet(),
  };
  private readonly ofChain = new WeakSet<ResolvedTopLevel>();

  /** Returns whether a form is known to shadow no builtin; `find` returns the names that it shadows. */
  shadows<Shadow>(
    form: TopLevel,
    dialect: Dialect,
    find: () => readonly Shadow[],
  ): readonly Shadow[] {
    if (this.unshadowed[dialect].has(form)) return [];
    const found = find();
    if (found.length === 0) this.unshadowed[dialect].add(form);
    return found;
  }

  /** Runs `refuse`, which throws if a module uses builtins of scripts, only once for each module that passes. */
  enforceOfChain(resolved: ResolvedTopLevel, refuse: () => void): void {
    if (this.ofChain.has(resolved)) return;
    refuse();
    this.ofChain.add(resolved);
  }
}
