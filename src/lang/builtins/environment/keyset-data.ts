// Keysets in the data of the transaction: as a value, as an object of keys and predicate, as a list of keys.
// Source: Runtime/Utils.hs (readKeyset').

import type { BuiltinCall } from '../../state/builtin.ts';
import { parsePredicate } from '../../values/text/names-parse.ts';
import {
  KeySetGuard,
  ListValue,
  ObjectValue,
  sortedSet,
  type PactValue,
} from '../../values/value.ts';
import { chargeLookup, chargeParse } from '../charges.ts';
import { messageField } from './message.ts';

/** Returns `undefined` if the value is missing or is not a keyset. */
export function readKeySet(call: BuiltinCall, key: string): KeySetGuard | undefined {
  const value = messageField(call, key);
  if (value instanceof KeySetGuard) return value;
  if (value instanceof ObjectValue) return keySetOfObject(call, value);
  if (!(value instanceof ListValue)) return undefined;
  const keys = keysOf(value);
  return keys === undefined ? undefined : new KeySetGuard(keys, { kind: 'keys-all' });
}

function keySetOfObject(call: BuiltinCall, { fields }: ObjectValue): KeySetGuard | undefined {
  chargeLookup(call, 'keys', fields.size);
  chargeLookup(call, 'pred', fields.size);
  const keys = keysOf(fields.get('keys'));
  const predicate = fields.has('pred') ? fields.get('pred') : 'keys-all';
  if (keys === undefined || typeof predicate !== 'string') return undefined;
  chargeParse(call, predicate);
  const parsed = parsePredicate(predicate);
  return parsed === undefined ? undefined : new KeySetGuard(keys, parsed);
}

function keysOf(value: PactValue | undefined): readonly string[] | undefined {
  if (!(value instanceof ListValue)) return undefined;
  const keys: string[] = [];
  for (const item of value.items) {
    if (typeof item !== 'string') return undefined;
    keys.push(item);
  }
  return sortedSet(keys);
}
