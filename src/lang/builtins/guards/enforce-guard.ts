// `enforce-guard` and `enforce-keyset`: one implementation under two names.

import { enforceGuard, enforceKeySetName, guardHolds } from '../../eval/capabilities/guards.ts';
import { failed } from '../../state/builtin.ts';
import { chargeParse } from '../charges.ts';
import { builtin, overload, param, type Overload } from '../define.ts';
import { enforceKeySetNameText } from './keyset-name.ts';

const signed = `(env-data {"ks": ["a"]}) (env-keys ["a"]) (define-keyset 'admin (read-keyset 'ks))`;
const unsigned = `${signed} (env-keys [])`;

export const enforceGuardBuiltin = builtin({
  name: 'enforce-guard',
  since: '2.4',
  builtins: { 'enforce-guard': { number: 57, gas: { '5.0': 2_000 }, does: 'reads' } },
  doc: 'Returns true if the guard passes; fails otherwise. A string is the name of a defined keyset.',
  types: { 'enforce-guard': ['EnforceRead a => a -> bool'] },
  overloads: overloadsOf('enforce-guard'),
  examples: [
    { setup: signed, code: `(enforce-guard 'admin)`, gives: 'true' },
    { setup: signed, code: `(enforce-guard (read-keyset 'ks))`, gives: 'true' },
    {
      setup: unsigned,
      code: `(enforce-guard (keyset-ref-guard 'admin))`,
      gives: { fails: 'Keyset failure (keys-all): [a...]' },
    },
  ],
});

export const enforceKeyset = builtin({
  name: 'enforce-keyset',
  since: '1.0',
  builtins: { 'enforce-keyset': { number: 58, gas: { '5.0': 2_000 }, does: 'reads' } },
  doc: 'Returns true if the signatures satisfy the keyset; fails otherwise. The same as `enforce-guard`.',
  types: { 'enforce-keyset': ['EnforceRead a => a -> bool'] },
  overloads: overloadsOf('enforce-keyset'),
  examples: [
    { setup: signed, code: `(enforce-keyset 'admin)`, gives: 'true' },
    {
      setup: unsigned,
      code: `(enforce-keyset 'admin)`,
      gives: { fails: 'Keyset failure (keys-all): [a...]' },
    },
    { code: `(enforce-keyset 'none)`, gives: { fails: `Cannot find keyset in database: 'none` } },
  ],
});

function overloadsOf(internal: string): readonly Overload[] {
  return [
    overload({
      internal,
      params: [param('guard', 'guard', 'The guard.')],
      returns: 'bool',
      run(call, guard) {
        enforceGuard(call.context, guard, call.span);
        return true;
      },
      attempt: (call, guard) => guardHolds(call.context, guard, call.span) || failed,
    }),
    overload({
      internal,
      params: [param('keyset', 'string', 'The name of a defined keyset.')],
      returns: 'bool',
      run(call, keyset) {
        chargeParse(call, keyset);
        enforceKeySetName(call.context, enforceKeySetNameText(call, keyset), call.span);
        return true;
      },
    }),
  ];
}
