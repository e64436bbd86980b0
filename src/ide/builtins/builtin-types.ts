// The types of the builtins that a session has, as the typechecker takes them.

import { builtinTypes, type BuiltinTypes } from '../../lang/session/analyse.ts';
import type { BuiltinSets } from './builtin-sets.ts';

const known = new WeakMap<BuiltinSets, BuiltinTypes>();

/** Written down once for each sets. */
export function typesOf(sets: BuiltinSets): BuiltinTypes {
  let types = known.get(sets);
  if (types === undefined) {
    types = builtinTypes([...sets.core.all, ...sets.legacy.all, ...sets.repl.all]);
    known.set(sets, types);
  }
  return types;
}
