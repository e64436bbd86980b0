// `sig-keyset`

import { KeySetGuard, sortedSet } from '../../../../lang/session/run.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const sigKeyset = replBuiltin(['environment'], {
  name: 'sig-keyset',
  since: '1.0',
  doc: 'Returns a keyset of all keys that signed, with the predicate keys-all.',
  overloads: [
    replOverload({
      internal: 'sig-keyset',
      params: [],
      returns: 'keyset',
      run: (repl) => {
        const keys = sortedSet(repl.environment.signatures.keys());
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
