// The types of the builtins of a session, and the names of their parameters, for the typechecker.

import {
  builtinParameters,
  builtinTypes,
  type BuiltinParameters,
  type BuiltinTypes,
} from '../../lang/session/analyse.ts';
import type { BuiltinSets } from './builtin-sets.ts';

type Typing = {
  readonly builtinTypes: BuiltinTypes;
  readonly builtinParameters: BuiltinParameters;
};

const known = new WeakMap<BuiltinSets, Typing>();

/** Cached for each pair of sets. */
export function typesOf(sets: BuiltinSets): Typing {
  let types = known.get(sets);
  if (types === undefined) {
    const all = [...sets.core.all, ...sets.legacy.all, ...sets.repl.all];
    types = { builtinTypes: builtinTypes(all), builtinParameters: builtinParameters(all) };
    known.set(sets, types);
  }
  return types;
}
