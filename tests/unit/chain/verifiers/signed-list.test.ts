import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { concatBytes, toHex, utf8 } from '../../../../src/base/bytes.ts';
import { knownVerifiers } from '../../../../src/chain/verifiers/index.ts';
import { signedList } from '../../../../src/chain/verifiers/signed-list.ts';
import { sha3 } from '../../../../src/base/crypto/hashes.ts';
import {
  Decimal,
  ListValue,
  objectValue,
  parseQualifiedName,
  type PactValue,
} from '../../../../src/lang/session/run.ts';

const secret = new Uint8Array(32).fill(5);
const key = toHex(secp256k1.getPublicKey(secret));
const list = (...items: readonly PactValue[]): ListValue => new ListValue(items);
const bytes = (hex: string): PactValue => objectValue([['0x', hex]]);

const parts = list('a', new Decimal(150n, 2), bytes('ff00'), list('b', new Decimal(20n, 1)));
/** The list without its byte strings. */
const stripped = list('a', new Decimal(15n, 1), list('b', new Decimal(2n, 0)));
const digest = sha3(concatBytes([utf8('a1.5'), Uint8Array.of(0xff, 0), sha3(utf8('b2'))]));
const signature = toHex(secp256k1.sign(digest, secret, { prehash: false }));

type Given = { readonly proof?: PactValue; readonly args?: readonly PactValue[] };

function verdict({ proof = list(parts, key, signature), args = [stripped, key] }: Given) {
  let charged = 0n;
  const answer = signedList({
    proof,
    capabilities: [{ name: parseQualifiedName('m.K')!, args }],
    charge: (units) => (charged += units),
  });
  return [answer, charged];
}

test('a list that the key signed is accepted', () => {
  expect(verdict({})).toEqual([undefined, 650n]);
});

test.each<readonly [string, Given]>([
  ['Capability args must be: (list, pubKey)', { args: [key] }],
  ['Proof must be: [message parts, pubKey, sig]', { proof: list(parts, key) }],
  ['Proof must be: [message parts, pubKey, sig]', { proof: 'text' }],
  ['Parsing hash list failed', { proof: list(list(1n), key, signature) }],
  ['Parsing hash list failed', { proof: list(list(objectValue([])), key, signature) }],
  ['Malformed hex encoding: 0', { proof: list(list(bytes('0')), key, signature) }],
  ['Capability arguments do not match proof data', { args: [list('a'), key] }],
  ['Malformed signature verification inputs', { proof: list(parts, key, 'ab') }],
  ['Signature verification failed', { proof: list(parts, key, `00${signature.slice(2)}`) }],
  ['Signature verification failed', { proof: list(parts, key, '0'.repeat(128)) }],
])('anything else is refused: %s', (text, given) => {
  expect(verdict(given)[0]).toBe(text);
});

test('a key that is not a point is refused', () => {
  const none = `02${'ff'.repeat(32)}`;
  expect(verdict({ proof: list(parts, none, signature), args: [stripped, none] })[0]).toBe(
    'Malformed signature verification inputs',
  );
});

test('it has the name that networks give it', () => {
  expect([...knownVerifiers.keys()]).toEqual(['hyperlane_v3_message', 'signed_list', 'allow']);
  expect(knownVerifiers.get('signed_list')).toBe(signedList);
});
