// The data of the transaction: `read-msg`, `read-string`, `read-integer`, `read-decimal` and `read-keyset`.

import type { BuiltinCall } from '../../state/builtin.ts';
import { typeWord } from '../../state/value.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import {
  Decimal,
  KeySetGuard,
  ListValue,
  ObjectValue,
  type PactValue,
  sortedSet,
} from '../../values/value.ts';
import { charge, chargeLookup, chargeParse } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { codePointLength } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import { maxIntegerBits } from '../../state/limits.ts';
import {
  type NumberText,
  decimalFromInteger,
  parseNumber,
  roundToInteger,
} from '../../values/number/decimal.ts';
import { boundedDecimal, boundedInteger, failTooManyBits } from '../bounds.ts';
import { hasValidKeys, parsePredicate } from '../../values/text/names-parse.ts';

/** Returns `undefined` if the data is not an object or has no such key. */
export function messageField(call: BuiltinCall, key: string): PactValue | undefined {
  const { data } = call.machine.environment;
  if (!(data instanceof ObjectValue)) return undefined;
  chargeLookup(call, key, data.fields.size);
  return data.fields.get(key);
}

export function failReading(call: BuiltinCall, key: string): never {
  if (call.machine.hasFlag('DisablePact47')) {
    call.fail('EvalError', { cause: `${call.builtin.name} failure` });
  }
  const { data } = call.machine.environment;
  const found = data instanceof ObjectValue ? data.fields.get(key) : undefined;
  return call.fail('EnvReadFunctionFailure', {
    builtin: call.builtin.name,
    key,
    found: found === undefined ? undefined : typeWord(found),
    value: found === undefined ? undefined : () => prettyValue(found),
  });
}

// `read-msg` and `read-string`: values of the transaction data, without conversion.

const textSetup = '(env-data {"name": "Ann", "age": 30})';

export const readMsg = builtin({
  name: 'read-msg',
  since: '1.0',
  builtins: {
    'read-msg': { number: 51, gas: { '5.0': 200 }, does: 'transaction' },
    'read-msg-default': { number: 52, gas: { '5.0': 200 }, does: 'transaction' },
  },
  doc: 'Reads the value under a key of the transaction data, or all of the data.',
  types: { 'read-msg': ['IsValue a => string -> a'], 'read-msg-default': ['IsValue a => () -> a'] },
  overloads: [
    overload({
      internal: 'read-msg',
      params: [param('key', 'string', 'The key.')],
      returns: 'any',
      run: (call, key) => messageField(call, key) ?? failReading(call, key),
    }),
    overload({
      internal: 'read-msg-default',
      params: [],
      returns: 'any',
      run: (call) => call.machine.environment.data,
    }),
  ],
  examples: [
    { setup: textSetup, code: `(read-msg 'age)`, gives: '30' },
    { setup: textSetup, code: '(read-msg)', gives: '{"age": 30,"name": "Ann"}' },
    { setup: textSetup, code: `(read-msg 'city)`, gives: { fails: 'read-msg failure' } },
  ],
});

export const readString = builtin({
  name: 'read-string',
  since: '3.2',
  builtins: { 'read-string': { number: 55, gas: { '5.0': 200 }, does: 'transaction' } },
  doc: 'Reads the string under a key of the transaction data. Fails if the value is not a string.',
  overloads: [
    overload({
      internal: 'read-string',
      params: [param('key', 'string', 'The key.')],
      returns: 'string',
      run(call, key) {
        const value = messageField(call, key);
        return typeof value === 'string' ? value : failReading(call, key);
      },
    }),
  ],
  examples: [
    { setup: textSetup, code: `(read-string 'name)`, gives: '"Ann"' },
    { setup: textSetup, code: `(read-string 'age)`, gives: { fails: 'read-string failure' } },
  ],
});

// `read-integer` and `read-decimal`: numbers from the data of the transaction, also written as strings.

const numberSetup = '(env-data {"count": 7, "price": 2.5, "written": "12.50"})';

export const readInteger = builtin({
  name: 'read-integer',
  since: '1.0',
  builtins: { 'read-integer': { number: 53, gas: { '5.0': 200 }, does: 'transaction' } },
  doc:
    'Reads the integer under a key of the transaction data. A decimal is rounded, half to even; a ' +
    'string must contain the digits of an integer and nothing else.',
  overloads: [
    overload({
      internal: 'read-integer',
      params: [param('key', 'string', 'The key.')],
      returns: 'integer',
      run(call, key) {
        const value = messageField(call, key);
        if (value instanceof Decimal) return roundToInteger(value, 'half-even');
        if (typeof value === 'bigint') return value;
        if (typeof value !== 'string') return failReading(call, key);
        const number = numberIn(call, value);
        if (number?.kind !== 'integer') return failReading(call, key);
        return boundedInteger(call, number.value);
      },
    }),
  ],
  examples: [
    { setup: numberSetup, code: `(read-integer 'count)`, gives: '7' },
    { setup: numberSetup, code: `(read-integer 'price)`, gives: '2' },
    {
      setup: numberSetup,
      code: `(read-integer 'written)`,
      gives: { fails: 'read-integer failure' },
    },
  ],
});

export const readDecimal = builtin({
  name: 'read-decimal',
  since: '1.0',
  builtins: { 'read-decimal': { number: 54, gas: { '5.0': 200 }, does: 'transaction' } },
  doc:
    'Reads the decimal under a key of the transaction data. An integer becomes a decimal; a string ' +
    'must contain a number with at most 255 decimal places and nothing else.',
  overloads: [
    overload({
      internal: 'read-decimal',
      params: [param('key', 'string', 'The key.')],
      returns: 'decimal',
      run(call, key) {
        const value = messageField(call, key);
        if (value instanceof Decimal) return value;
        if (typeof value === 'bigint') return decimalFromInteger(value);
        if (typeof value !== 'string') return failReading(call, key);
        const number = numberIn(call, value) ?? failReading(call, key);
        const decimal = number.kind === 'decimal' ? number.value : decimalFromInteger(number.value);
        return boundedDecimal(call, decimal);
      },
    }),
  ],
  examples: [
    { setup: numberSetup, code: `(read-decimal 'price)`, gives: '2.5' },
    { setup: numberSetup, code: `(read-decimal 'written)`, gives: '12.50' },
    { setup: numberSetup, code: `(read-decimal 'count)`, gives: '7.0' },
    { setup: numberSetup, code: `(read-decimal 'other)`, gives: { fails: 'read-decimal failure' } },
  ],
});

/** Longer strings are not parsed: a number has fewer digits than bits. */
const maxDigits = maxIntegerBits;

function numberIn(call: BuiltinCall, text: string): NumberText | undefined {
  const { costs } = call;
  if (costs !== undefined) {
    const length = codePointLength(text);
    charge(call, costs.readNumber(length), gasLabels.readNumber(length));
  }
  if (text.length > maxDigits) return failTooManyBits(call);
  return parseNumber(text);
}

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

// Keysets in the data of the transaction: as a value, as an object of keys and predicate, as a list of keys.
// Source: Runtime/Utils.hs (readKeyset').

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
