// `hash`, `hash-keccak256` and `hash-poseidon` with its older name.

import { concatBytes, utf8Length } from '../../../base/bytes.ts';
import { countSteps, countUnitsRead, stepsBetweenQuestions } from '../../../base/interruption.ts';
import { encodeStable, hashText } from '../../values/encoding/stable-json.ts';
import { boundedText } from '../bounds.ts';
import { chargeHash, measured } from '../charges.ts';
import { type Overload, builtin, overload, param } from '../define.ts';
import { fromBase64Url, toBase64Url } from '../../../base/base64url.ts';
import { longTextBytes } from '../../../base/long-texts.ts';
import { keccak256 } from '../../../base/crypto/keccak256.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { enforceStrings } from '../strings/strings.ts';
import { base64Fault } from '../strings/base64.ts';
import { maximumPoseidonInputs, poseidon } from '../../../base/crypto/poseidon.ts';
import type { ListValue } from '../../values/value.ts';

export const hash = builtin({
  name: 'hash',
  since: '1.0',
  builtins: { hash: { number: 98, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    "Returns the BLAKE2b-256 hash as base64url: of a string's UTF-8 bytes, or of another value's JSON " +
    'form.',
  types: { hash: ['IsValue a => a -> string'] },
  overloads: [
    overload({
      internal: 'hash',
      params: [param('string', 'string', 'The string.')],
      returns: 'string',
      run(call, string) {
        if (call.metered) chargeHash(call, utf8Length(string));
        countUnitsRead(string.length);
        return hashText(string);
      },
    }),
    overload({
      internal: 'hash',
      params: [param('value', 'value', 'Any other value.')],
      returns: 'string',
      run(call, value) {
        if (call.metered) chargeHash(call, measured(call, value));
        return hashText(boundedText(call, value, encodeStable));
      },
    }),
  ],
  examples: [
    { code: '(hash "hello")', gives: '"Mk3PAn3UowqTLEQfNlol6GsXPe-kuOWJSCU0cbgbcs8"' },
    { code: '(hash 1)', gives: '"A_fIcwIweiXXYXnKU59CNCAUoIXHXwQtB_D8xhEflLY"' },
    { code: '(hash [1 "a"])', gives: '"7bjptroWlE_wzrjEZ7QVxzLwVusSnf239sAzbqP9djg"' },
  ],
});

export const hashKeccak256 = builtin({
  name: 'hash-keccak256',
  since: '4.12',
  builtins: { 'hash-keccak256': { number: 136, gas: { '5.0': 1_000 }, does: 'pure' } },
  doc:
    'Returns the Keccak-256 hash (with the padding of Ethereum, not of SHA-3) of the concatenated ' +
    'bytes. Bytes are given and returned as base64url.',
  types: { 'hash-keccak256': ['[string] -> string'] },
  overloads: [
    overload({
      internal: 'hash-keccak256',
      params: [param('chunks', 'list', 'Strings of base64url.')],
      returns: 'string',
      run(call, chunks) {
        const texts = enforceStrings(call, chunks.items);
        chargeKeccak(call, texts);
        const bytes = concatBytes(texts.map((text) => decoded(call, text)));
        return toBase64Url(keccak256(bytes));
      },
    }),
  ],
  examples: [
    { code: '(hash-keccak256 [])', gives: '"xdJGAYb3IzySfn2y3McDwOUAtlPKgic7e_rYBF2FpHA"' },
    {
      code: '(= (hash-keccak256 ["T73FllCNIKFgqFJK4g"]) (hash-keccak256 ["T73F" "llCNIKFgqFJK4g"]))',
      gives: 'true',
    },
    { code: '(hash-keccak256 ["a"])', gives: { fails: 'Base64URL decode failed' } },
  ],
});

function chargeKeccak(call: BuiltinCall, texts: readonly string[]): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const lengths = texts.map(longTextBytes);
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  const cost = meter.costs.keccak(bytes, texts.length);
  meter.charge(cost, gasLabels.keccak(lengths), call.span);
}

function decoded(call: BuiltinCall, text: string): Uint8Array {
  countUnitsRead(text.length);
  const bytes = fromBase64Url(text);
  if (bytes !== undefined) return bytes;
  return call.fail('Keccak256Base64Exception', { cause: base64Fault(text) });
}

// `hash-poseidon` and its older name. Both receive their arguments as one list.

const one = '18586133768512220936620570745912940619677854269274689475585506675881198879027';

export const hashPoseidon = builtin({
  name: 'hash-poseidon',
  since: '4.12',
  builtins: { 'hash-poseidon': { number: 137, gas: { '5.0': 124_000 }, does: 'pure' } },
  doc: 'Returns the Poseidon hash, over the scalar field of BN254, of one to eight integers.',
  types: { 'hash-poseidon': ['[integer] -> integer'] },
  overloads: [poseidonOverload('hash-poseidon')],
  examples: [
    { code: '(hash-poseidon 1)', gives: one },
    { code: '(= (hash-poseidon 1 2) (hash-poseidon 2 1))', gives: 'false' },
    {
      code: '(hash-poseidon)',
      gives: { fails: 'hash-poseidon with argument(s) of type(s): list' },
    },
  ],
});

export const poseidonHackAChain = builtin({
  name: 'poseidon-hash-hack-a-chain',
  since: '4.10',
  builtins: {
    'poseidon-hash-hack-a-chain': { number: 122, gas: { '5.0': 124_000 }, does: 'pure' },
  },
  doc: 'The original name of `hash-poseidon`.',
  types: { 'poseidon-hash-hack-a-chain': ['[integer] -> integer'] },
  overloads: [poseidonOverload('poseidon-hash-hack-a-chain')],
  examples: [
    { code: '(poseidon-hash-hack-a-chain 1)', gives: one },
    { code: '(= (poseidon-hash-hack-a-chain 1 2 3) (hash-poseidon 1 2 3))', gives: 'true' },
  ],
});

function poseidonOverload(internal: string): Overload {
  return overload({
    internal,
    params: [param('integers', 'list', 'One to eight integers, written as separate arguments.')],
    returns: 'integer',
    run: (call, list) => hashed(call, list),
  });
}

function hashed(call: BuiltinCall, list: ListValue): bigint {
  const { length } = list.items;
  if (length > maximumPoseidonInputs) call.failArguments([list]);
  const integers: bigint[] = [];
  for (const item of list.items) {
    integers.push(typeof item === 'bigint' ? item : call.failArguments([list]));
  }
  const meter = call.machine.meter;
  if (meter !== undefined && length > 0) {
    meter.charge(meter.costs.poseidon(length), gasLabels.poseidon(length), call.span);
  }
  countSteps(stepsBetweenQuestions);
  return poseidon(integers) ?? call.failArguments([list]);
}
