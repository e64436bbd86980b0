// `sig-keyset`

import {
  builtin,
  type BuiltinDefinition,
  KeySetGuard,
  overload,
  sortedSet,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const sigKeyset = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'sig-keyset',
    since: '1.0',
    doc: 'A keyset of all keys that signed, all of them needed.',
    overloads: [
      overload({
        internal: 'sig-keyset',
        params: [],
        returns: 'keyset',
        run: () => {
          const keys = sortedSet(repl.machine.environment.signatures.keys());
          return new KeySetGuard(keys, { kind: 'keys-all' });
        },
      }),
    ],
    examples: [
      {
        setup: '(env-keys ["bob" "alice"])',
        code: '(sig-keyset)',
        gives: 'KeySet {keys: [alice, bob],pred: keys-all}',
      },
      { code: '(typeof (sig-keyset))', gives: '"guard"' },
    ],
  });
