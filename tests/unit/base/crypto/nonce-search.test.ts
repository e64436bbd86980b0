// The search for a nonce agrees with the hash function, for every position of the nonce within the last block.
import { describe, expect, test } from 'vitest';
import {
  createNonceSearch,
  portableNonceSearch,
  type NonceSearch,
} from '../../../../src/base/crypto/nonce-search.ts';
import { blake2s256 } from '../../../../src/base/crypto/hashes.ts';

const fast = createNonceSearch();

function withNonce(message: Uint8Array, nonce: bigint): Uint8Array {
  const bytes = message.slice();
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, nonce, true);
  return bytes;
}

/** About one nonce in 64. */
const target = new Uint8Array(32).fill(255);
target[31] = 3;

const isSmall = (hash: Uint8Array): boolean => (hash[31] ?? 0) <= 3;

describe.each([9, 60, 64, 67, 70, 128, 130, 178, 214, 250, 286, 320])(
  'messages of %d bytes',
  (length) => {
    const message = new Uint8Array(length).map((_, i) => (i * 31) % 251);
    const wanted: NonceSearch = { message, target, from: 2n ** 32n - 30n, tries: 2_000 };

    test('finds the first nonce whose hash is small enough', () => {
      const found = fast?.(wanted);
      expect(found).toBe(portableNonceSearch(wanted));
      expect(isSmall(blake2s256(withNonce(message, found ?? 0n)))).toBe(true);
      for (let nonce = wanted.from; nonce < (found ?? 0n); nonce++) {
        expect(isSmall(blake2s256(withNonce(message, nonce)))).toBe(false);
      }
    });
  },
);

test('finds no nonce for the target 0, and every nonce for the largest target', () => {
  const message = new Uint8Array(286);
  const none = { message, target: new Uint8Array(32), from: 0n, tries: 100 };
  expect(fast?.(none)).toBeUndefined();
  expect(portableNonceSearch(none)).toBeUndefined();
  const all = { ...none, target: new Uint8Array(32).fill(255), from: 2n ** 64n - 1n };
  expect(fast?.(all)).toBe(2n ** 64n - 1n);
  expect(message.every((byte) => byte === 0)).toBe(true);
});
