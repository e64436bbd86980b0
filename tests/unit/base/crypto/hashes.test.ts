import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { toHex, utf8 } from '../../../../src/base/bytes.ts';
import {
  blake2b256,
  hashText,
  portableBlake2b256,
  sha256,
  sha512,
} from '../../../../src/base/crypto/hashes.ts';
import {
  createKeccak256,
  keccak256,
  portableKeccak256,
} from '../../../../src/base/crypto/keccak256.ts';
import { createBlake2b256 } from '../../../../src/base/crypto/blake2.ts';

test.each([
  ['', 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g'],
  ['hello', 'Mk3PAn3UowqTLEQfNlol6GsXPe-kuOWJSCU0cbgbcs8'],
])('the hash of the text %j', (text, expected) => {
  expect(toBase64Url(hashText(text))).toBe(expected);
});

test.each([
  [keccak256, '', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  [keccak256, 'abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  [sha256, 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    sha512,
    'abc',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
      '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
])('%o of %j', (hash, text, expected) => {
  expect(toHex(hash(utf8(text)))).toBe(expected);
});

test.each([
  ['BLAKE2b', createBlake2b256],
  ['Keccak-256', createKeccak256],
])('the fast %s is used here, and absent without WebAssembly', (_, create) => {
  expect(create()).toBeDefined();
  vi.stubGlobal('WebAssembly', undefined);
  expect(create()).toBeUndefined();
  // If compilation is forbidden, it throws an exception, as this does.
  vi.stubGlobal('WebAssembly', {});
  expect(create()).toBeUndefined();
  vi.unstubAllGlobals();
});

test('both implementations of Keccak-256 agree around every block border', () => {
  for (const length of [
    0, 1, 134, 135, 136, 137, 271, 272, 273, 64_871, 64_872, 64_873, 65_536, 131_072, 200_001,
  ]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    expect(toHex(keccak256(bytes)), String(length)).toBe(toHex(portableKeccak256(bytes)));
  }
});

test('both implementations of Keccak-256 agree on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
      expect(toHex(keccak256(bytes))).toBe(toHex(portableKeccak256(bytes)));
    }),
  );
});

test('both implementations of BLAKE2b agree around every block border', () => {
  for (const length of [
    0, 1, 127, 128, 129, 255, 256, 257, 65_407, 65_408, 65_409, 65_536, 131_072, 200_001,
  ]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    expect(toHex(blake2b256(bytes)), String(length)).toBe(toHex(portableBlake2b256(bytes)));
  }
});

test('both implementations of BLAKE2b agree on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
      expect(toHex(blake2b256(bytes))).toBe(toHex(portableBlake2b256(bytes)));
    }),
  );
});

test('hashing neither keeps nor changes its argument, and digests do not share memory', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const first = blake2b256(bytes);
  const kept = toHex(first);
  blake2b256(Uint8Array.of(9));
  expect(toHex(first)).toBe(kept);
  expect([...bytes]).toEqual([1, 2, 3]);
  expect(toHex(blake2b256(new Uint8Array(8).fill(7).subarray(2, 5)))).toBe(
    toHex(blake2b256(Uint8Array.of(7, 7, 7))),
  );
});
