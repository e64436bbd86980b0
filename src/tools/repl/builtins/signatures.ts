// The signers and verifiers of the transaction, and their capabilities.
// Source: section 5.3.

import {
  CapToken,
  KeySetGuard,
  ListValue,
  ObjectValue,
  type PactValue,
  type QualifiedCapability,
  sortedSet,
} from '../../../lang/session/run.ts';
import { param } from '../../../lang/session/extend.ts';
import { replFunction } from './define.ts';

export const envSigs = replFunction(['environment'], {
  name: 'env-sigs',
  since: '3.0',
  doc: `Sets the signatures of the transaction. A signature with capabilities is valid only while
      one of them is being acquired or is granted.`,
  params: [param('sigs', 'list', "Objects with fields 'key and 'caps.")],
  returns: 'string',
  run: (repl, call, sigs) => {
    const signatures = capabilitiesBy('key', sigs);
    if (signatures === undefined) {
      const message = "env-sigs: Expected object with 'key': string, 'caps': [capability]";
      return call.refuse(message);
    }
    repl.environment.signatures = signatures;
    return 'Setting transaction signatures/caps';
  },
  examples: [
    {
      code: '(env-sigs [{"key": "alice", "caps": []}])',
      gives: '"Setting transaction signatures/caps"',
    },
    { code: '(env-sigs ["alice"])', gives: { fails: 'env-sigs: Expected object' } },
  ],
});

export const envVerifiers = replFunction(['environment'], {
  name: 'env-verifiers',
  since: '4.11',
  doc: 'Sets the verifiers of the transaction, with the capabilities that they approve.',
  params: [param('verifiers', 'list', "Objects with fields 'name and 'caps.")],
  returns: 'string',
  run: (repl, call, verifiers) => {
    const named = capabilitiesBy('name', verifiers);
    if (named === undefined) {
      return call.failBuiltin("Expected object with 'name': string, 'caps': [capability]");
    }
    repl.environment.verifiers = named;
    return 'Setting transaction verifiers/caps';
  },
  examples: [
    {
      code: '(env-verifiers [{"name": "hyperlane", "caps": []}])',
      gives: '"Setting transaction verifiers/caps"',
    },
    { code: '(env-verifiers [1])', gives: { fails: 'Expected object' } },
  ],
});

/** For a repeated name, the last entry counts. */
function capabilitiesBy(
  nameField: string,
  list: ListValue,
): Map<string, readonly QualifiedCapability[]> | undefined {
  const result = new Map<string, readonly QualifiedCapability[]>();
  for (const item of list.items) {
    if (!(item instanceof ObjectValue)) return undefined;
    const name = item.fields.get(nameField);
    const capabilities = capabilitiesOf(item.fields.get('caps'));
    if (typeof name !== 'string' || capabilities === undefined) return undefined;
    result.set(name, capabilities);
  }
  return result;
}

function capabilitiesOf(value: PactValue | undefined): readonly QualifiedCapability[] | undefined {
  if (!(value instanceof ListValue)) return undefined;
  const capabilities: QualifiedCapability[] = [];
  for (const item of value.items) {
    if (!(item instanceof CapToken)) return undefined;
    capabilities.push({ name: item.name.toQualified(), args: item.args });
  }
  return capabilities;
}

export const envKeys = replFunction(['environment'], {
  name: 'env-keys',
  since: '1.0',
  doc: 'Sets signatures by these keys, without capabilities. See also `env-sigs`.',
  params: [param('keys', 'list', 'Public keys.')],
  returns: 'string',
  run: (repl, call, keys) => {
    const signatures = new Map<string, readonly QualifiedCapability[]>();
    for (const key of keys.items) {
      if (typeof key !== 'string') return call.failArguments([key]);
      signatures.set(key, []);
    }
    repl.environment.signatures = signatures;
    return 'Setting transaction keys';
  },
  examples: [
    { code: '(env-keys ["alice" "bob"])', gives: '"Setting transaction keys"' },
    {
      setup: `(env-data {"k": {"keys": ["alice"], "pred": "keys-all"}}) (define-keyset 'k (read-keyset 'k)) (env-keys ["alice"])`,
      code: "(enforce-keyset 'k)",
      gives: 'true',
    },
  ],
});

export const sigKeyset = replFunction(['environment'], {
  name: 'sig-keyset',
  since: '1.0',
  doc: 'Returns a keyset of all keys that signed, with the predicate keys-all.',
  params: [],
  returns: 'keyset',
  run: (repl) => {
    const keys = sortedSet(repl.environment.signatures.keys());
    return new KeySetGuard(keys, { kind: 'keys-all' });
  },
  examples: [
    {
      setup: '(env-keys ["bob" "alice"])',
      code: '(sig-keyset)',
      gives: 'KeySet {keys: [alice, bob],pred: keys-all}',
    },
    { code: '(typeof (sig-keyset))', gives: '"guard"' },
  ],
});
