// Keysets by name: `define-keyset` defines a new one, or replaces an existing one that has signed.

import { countKeySet } from '../../core/size/size-counter.ts';
import { withMagicCapability } from '../../eval/capabilities/acquire.ts';
import { enforceGuard, enforceKeySet } from '../../eval/capabilities/guards.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { writeKeySet } from '../../eval/calls/storage.ts';
import type { KeySetName } from '../../values/names.ts';
import { type KeySetGuard, KeySetRefGuard } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { failReading, readKeySet } from '../environment/message.ts';
import { enforceTopLevel } from '../registry.ts';
import { chargeParse, chargeWrite } from '../charges.ts';
import { parseKeySetName } from '../../values/text/names-parse.ts';

const keysetsSetup = '(env-data {"admin": ["a"], "other": ["b"]})';

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
      setup: keysetsSetup,
      code: `(define-keyset 'admin (read-keyset 'admin))`,
      gives: '"Keyset write success"',
    },
    { setup: keysetsSetup, code: `(define-keyset 'admin)`, gives: '"Keyset write success"' },
    {
      setup: `${keysetsSetup} (define-keyset 'admin)`,
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

// Names of keysets as arguments.

export function enforceKeySetNameText(call: BuiltinCall, text: string): KeySetName {
  return parseKeySetName(text) ?? call.fail('InvalidKeysetNameFormat', { name: text });
}

// `keyset-ref-guard` and `describe-keyset`: defined keysets by name.

const definedSetup = `(env-data {"ks": ["a"]}) (define-keyset 'admin (read-keyset 'ks))`;

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
    { setup: definedSetup, code: `(keyset-ref-guard 'admin)`, gives: `'admin` },
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
    {
      setup: definedSetup,
      code: `(describe-keyset 'admin)`,
      gives: 'KeySet {keys: [a],pred: keys-all}',
    },
    { code: `(describe-keyset 'none)`, gives: { fails: `Cannot find keyset in database: 'none` } },
  ],
});

function definedKeySet(call: BuiltinCall, name: KeySetName): KeySetGuard {
  const keySet = call.machine.database.readKeySet(name);
  return keySet ?? call.fail('NoSuchKeySet', { keyset: name.text });
}
