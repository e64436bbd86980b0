// `keyset-ref-guard` and `describe-keyset`: defined keysets by name.

import type { BuiltinCall } from '../../state/builtin.ts';
import type { KeySetName } from '../../values/names.ts';
import { KeySetRefGuard, type KeySetGuard } from '../../values/value.ts';
import { chargeParse } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceTopLevel } from '../restrictions.ts';
import { enforceKeySetNameText } from './keyset-name.ts';

const setup = `(env-data {"ks": ["a"]}) (define-keyset 'admin (read-keyset 'ks))`;

export const keysetRefGuard = builtin({
  name: 'keyset-ref-guard',
  since: '2.4',
  builtins: { 'keyset-ref-guard': { number: 59, gas: { '5.0': 2_000 }, does: 'reads' } },
  doc:
    'Creates a guard that refers to a defined keyset. The keyset is looked up each time the guard is ' +
    'enforced, so later changes apply. The keyset must exist.',
  overloads: [
    overload({
      internal: 'keyset-ref-guard',
      params: [param('keyset', 'string', 'The name of the keyset.')],
      returns: 'guard',
      run(call, keyset) {
        chargeParse(call, keyset);
        const name = enforceKeySetNameText(call, keyset);
        definedKeySet(call, name);
        return new KeySetRefGuard(name);
      },
    }),
  ],
  examples: [
    { setup, code: `(keyset-ref-guard 'admin)`, gives: `'admin` },
    { code: `(keyset-ref-guard 'none)`, gives: { fails: `Cannot find keyset in database: 'none` } },
    { code: '(keyset-ref-guard "")', gives: { fails: 'Invalid keyset name format:' } },
  ],
});

export const describeKeyset = builtin({
  name: 'describe-keyset',
  since: '1.0',
  builtins: { 'describe-keyset': { number: 78, gas: { '5.0': 100_000 }, does: 'reads' } },
  doc: 'Returns the keyset defined under a name. Works only at top level.',
  overloads: [
    overload({
      internal: 'describe-keyset',
      params: [param('keyset', 'string', 'The name of the keyset.')],
      returns: 'guard',
      run(call, keyset) {
        enforceTopLevel(call);
        return definedKeySet(call, enforceKeySetNameText(call, keyset));
      },
    }),
  ],
  examples: [
    { setup, code: `(describe-keyset 'admin)`, gives: 'KeySet {keys: [a],pred: keys-all}' },
    { code: `(describe-keyset 'none)`, gives: { fails: `Cannot find keyset in database: 'none` } },
  ],
});

function definedKeySet(call: BuiltinCall, name: KeySetName): KeySetGuard {
  const keySet = call.machine.database.readKeySet(name);
  return keySet ?? call.fail('NoSuchKeySet', { keyset: name.text });
}
