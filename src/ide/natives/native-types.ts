// The types of the natives that a session has, as the typechecker takes them.

import { nativeTypes, type NativeTypes } from '../../lang/session/analyse.ts';
import type { NativeSets } from './native-sets.ts';

const known = new WeakMap<NativeSets, NativeTypes>();

/** Written down once for each sets. */
export function typesOf(sets: NativeSets): NativeTypes {
  let types = known.get(sets);
  if (types === undefined) {
    types = nativeTypes([...sets.core.all, ...sets.legacy.all, ...sets.repl.all]);
    known.set(sets, types);
  }
  return types;
}
