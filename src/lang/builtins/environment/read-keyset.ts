// `read-keyset`

import { hasValidKeys } from '../../values/text/names-parse.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import { builtin, overload, param } from '../define.ts';
import { readKeySet } from './keyset-data.ts';
import { failReading } from './message.ts';

export const readKeyset = builtin({
  name: 'read-keyset',
  since: '1.0',
  builtins: { 'read-keyset': { number: 56, gas: { '5.0': 200 }, does: 'transaction' } },
  doc:
    'Reads the keyset under a key of the transaction data: a list of public keys, all of which must ' +
    'sign, or an object with `keys` and `pred`. The predicate is keys-all (default), keys-any, keys-2 ' +
    'or the name of a function.',
  overloads: [
    overload({
      internal: 'read-keyset',
      params: [param('key', 'string', 'The key.')],
      returns: 'guard',
      run(call, key) {
        const keySet = readKeySet(call, key) ?? failReading(call, key);
        const { machine } = call;
        const webAuthn = !machine.hasFlag('DisablePact410');
        if (machine.hasFlag('EnforceKeyFormats') && !hasValidKeys(keySet, { webAuthn })) {
          call.fail('InvalidKeysetFormat', { keyset: () => prettyValue(keySet) });
        }
        return keySet;
      },
    }),
  ],
  examples: [
    {
      setup: '(env-data {"ks": {"keys": ["b", "a"], "pred": "keys-any"}})',
      code: `(read-keyset 'ks)`,
      gives: 'KeySet {keys: [a, b],pred: keys-any}',
    },
    {
      setup: '(env-data {"ks": ["a"]})',
      code: `(read-keyset 'ks)`,
      gives: 'KeySet {keys: [a],pred: keys-all}',
    },
    {
      setup: '(env-data {"ks": ["a"]})',
      code: `(read-keyset 'other)`,
      gives: { fails: 'read-keyset failure' },
    },
  ],
});
