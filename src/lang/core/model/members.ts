// The members of a module by their bare names. Modules stored elsewhere can look up single members
// without reading all of them.

import { defName, type Def, type Interface, type InterfaceDef, type Module } from './definition.ts';

export type Members = {
  /** The number of items of `loadableDefs`. */
  readonly count: number;
  /** Different names. */
  readonly size: number;
  readonly names: () => Iterable<string>;
  readonly has: (name: string) => boolean;
  readonly find: (name: string) => Def | undefined;
};

const known = new WeakMap<Module | Interface, Members>();

export function membersOf(module: Module | Interface): Members {
  let members = known.get(module);
  if (members === undefined) {
    members = listedMembers(loadableDefs(module));
    known.set(module, members);
  }
  return members;
}

/** For a module whose definitions are read on demand. */
export function rememberMembers(module: Module | Interface, members: Members): void {
  known.set(module, members);
}

/** Finds a member by its bare name; only constants and schemas are members of an interface. */
export function memberOf(module: Module | Interface, name: string): Def | undefined {
  return membersOf(module).find(name);
}

/** Returns the members that code can refer to: all of a module, or the constants and schemas of an interface. */
export function loadableDefs(module: Module | Interface): readonly Def[] {
  if (module.kind === 'module') return module.defs;
  return module.defs.filter(isConstOrSchema);
}

function listedMembers(defs: readonly Def[]): Members {
  const byName = new Map(defs.map((def) => [defName(def), def]));
  return {
    count: defs.length,
    size: byName.size,
    names: () => byName.keys(),
    has: (name) => byName.has(name),
    find: (name) => byName.get(name),
  };
}

function isConstOrSchema(def: InterfaceDef): def is Extract<InterfaceDef, Def> {
  return def.kind === 'defconst' || def.kind === 'defschema';
}
