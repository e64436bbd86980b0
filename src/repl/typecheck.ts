// The typechecker, asked about a module of a session. It runs nothing and changes nothing.

import {
  nativeTypes,
  typecheckLoaded,
  type CheckedModule,
  type ModuleData,
  type NativeTypes,
} from '../lang/session/index.ts';
import type { ReplEngine } from './engine.ts';
import type { NativeSets } from './natives.ts';

export function typecheck(engine: ReplEngine, data: ModuleData): CheckedModule {
  const { machine, limits, sets } = engine;
  return typecheckLoaded(machine, data, { nativeTypes: typesOf(sets), ...limits });
}

const known = new WeakMap<NativeSets, NativeTypes>();

/** Written down once a session. */
export function typesOf(sets: NativeSets): NativeTypes {
  let types = known.get(sets);
  if (types === undefined) {
    types = nativeTypes([...sets.core.all(), ...sets.legacy.all(), ...sets.repl.all()]);
    known.set(sets, types);
  }
  return types;
}
