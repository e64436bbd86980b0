// Builtins that only Pact 4 had. They are looked up only for names that are otherwise unbound, so a program may define
// the names itself.

import type { BuiltinDefinition } from './define.ts';
import { decryptCc20p1305, validateKeypair } from './legacy/commitments.ts';
import { keylog, txids, txlog } from './legacy/history.ts';
import { keysAll, keysAny, keysTwo, list, publicChainData } from './legacy/keyset-predicates.ts';

/** Sorted by name. */
export const legacyBuiltins: readonly BuiltinDefinition[] = [
  decryptCc20p1305,
  keylog,
  keysTwo, // keys-2
  keysAll,
  keysAny,
  list,
  publicChainData,
  txids,
  txlog,
  validateKeypair,
];
