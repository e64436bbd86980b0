// The types of the builtins of a session, for the typechecker.

import { builtinTypes, type BuiltinTypes } from '../../lang/session/analyse.ts';
import type { BuiltinSets } from './builtin-sets.ts';

const known = new WeakMap<BuiltinSets, BuiltinTypes>();

/** Cached for each pair of sets. */
export function typesOf(sets: BuiltinSets): BuiltinTypes {
  let types = known.get(sets);
  if (types === undefined) {
    types = builtinTypes([...sets.core.all, ...sets.legacy.all, ...sets.repl.all]);
    known.set(sets, types);
  }
  return types;
}
