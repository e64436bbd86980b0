// `define-keyset`: defines a new keyset, or replaces an existing one that has signed.

import { countKeySet } from '../../core/size/size-counter.ts';
import { withMagicCapability } from '../../eval/capabilities/acquire.ts';
import { enforceGuard, enforceKeySet } from '../../eval/capabilities/guards.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { writeKeySet } from '../../eval/calls/storage.ts';
import type { KeySetName } from '../../values/names.ts';
import type { KeySetGuard } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { readKeySet } from '../environment/keyset-data.ts';
import { failReading } from '../environment/message.ts';
import { enforceTopLevel } from '../restrictions.ts';
import { chargeWrite } from '../storage-charges.ts';
import { enforceKeySetNameText } from './keyset-name.ts';

const setup = '(env-data {"admin": ["a"], "other": ["b"]})';

export const defineKeyset = builtin({
  name: 'define-keyset',
  since: '1.0',
  builtins: {
    'define-keyset': { number: 81, gas: { '5.0': 5_000 }, does: 'writes' },
    'define-read-keyset': { number: 82, gas: { '5.0': 5_000 }, does: 'writes' },
  },
  doc:
    'Defines a keyset under a name. If no keyset is given, it is read from the transaction data under ' +
    'the same name. An existing keyset must have signed before it can be redefined. Works only at top ' +
    'level.',
  overloads: [
    overload({
      internal: 'define-keyset',
      params: [
        param('name', 'string', 'The name: `namespace.name`, or any string.'),
        param('keyset', 'guard', 'The keyset; other guards are rejected.'),
      ],
      returns: 'string',
      run(call, name, keyset) {
        if (keyset.guard !== 'keyset') return call.failArguments([name, keyset]);
        enforceTopLevel(call);
        return define(call, name, keyset);
      },
    }),
    overload({
      internal: 'define-read-keyset',
      params: [param('name', 'string', 'The name, and the key in the transaction data.')],
      returns: 'string',
      run(call, name) {
        enforceTopLevel(call);
        return define(call, name, readKeySet(call, name) ?? failReading(call, name));
      },
    }),
  ],
  examples: [
    {
      setup,
      code: `(define-keyset 'admin (read-keyset 'admin))`,
      gives: '"Keyset write success"',
    },
    { setup, code: `(define-keyset 'admin)`, gives: '"Keyset write success"' },
    {
      setup: `${setup} (define-keyset 'admin)`,
      code: `(define-keyset 'admin (read-keyset 'other))`,
      gives: { fails: 'Keyset failure (keys-all): [a...]' },
    },
  ],
});

function define(call: BuiltinCall, text: string, keySet: KeySetGuard): string {
  const { machine, context, span } = call;
  const name = enforceKeySetNameText(call, text);
  const existing = machine.database.readKeySet(name);
  if (existing !== undefined) {
    withMagicCapability(machine, 'DEFINE_KEYSET', text, span, () =>
      enforceKeySet(context, existing, span),
    );
  } else if (machine.hasFlag('RequireKeysetNs') && !machine.hasFlag('DisablePact44')) {
    enforceNamespace(call, name);
  }
  chargeWrite(call, (budget) => countKeySet(keySet, budget));
  writeKeySet(context, name, keySet, span);
  return 'Keyset write success';
}

/** A new keyset belongs to the current namespace, whose user guard must pass. */
function enforceNamespace(call: BuiltinCall, name: KeySetName): void {
  const { machine, context, span } = call;
  const { namespace } = machine.loaded;
  if (namespace === undefined) return call.fail('CannotDefineKeysetOutsideNamespace', {});
  if (name.namespace !== namespace.name) {
    call.fail('MismatchingKeysetNamespace', { namespace: namespace.name });
  }
  withMagicCapability(machine, 'NAMESPACE', namespace.name, span, () =>
    enforceGuard(context, namespace.user, span),
  );
}
