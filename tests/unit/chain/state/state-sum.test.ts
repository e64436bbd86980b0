import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { blake2b256 } from '../../../../src/base/crypto/hashes.ts';
import { StateSum } from '../../../../src/chain/state/state-hash.ts';

const digests = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 8 });

it('does not depend on the order, and can subtract what was added', () => {
  fc.assert(
    fc.property(digests, digests, (kept, passing) => {
      const straight = StateSum.empty();
      for (const each of kept) straight.add(each);
      const winding = StateSum.empty();
      for (const each of [...passing, ...kept.toReversed()]) winding.add(each);
      for (const each of passing) winding.subtract(each);
      expect(winding.hash()).toEqual(straight.hash());
    }),
  );
});

it('is the sum of numbers modulo 2^2048', () => {
  fc.assert(
    fc.property(digests, (added) => {
      const sum = StateSum.empty();
      let expected = 0n;
      for (const each of added) {
        sum.add(each);
        expected += numberOf(each);
      }
      const [first] = added;
      if (first !== undefined) {
        for (let i = 0; i < 3; i++) {
          sum.subtract(first);
          expected -= numberOf(first);
        }
      }
      expect(littleEndian(sum.bytes())).toBe(BigInt.asUintN(2048, expected));
      expect(StateSum.of(sum.bytes()).hash()).toEqual(sum.hash());
    }),
  );
});

it('is the same in every release: a change is a new hash for every state', () => {
  const sum = StateSum.empty();
  sum.add(new Uint8Array(32).fill(1));
  expect(toBase64Url(StateSum.empty().hash())).toBe('K2lwKoiSSKTWYgR1oQXczV4NQjCsqKSSqvZRDlXVWwI');
  expect(toBase64Url(sum.hash())).toBe('OaUvgoKig2hB-eXP9Rm-fcprVMlSi5rMOnCMyCxGGGw');
});

function numberOf(digest: Uint8Array): bigint {
  const parts = Array.from({ length: 8 }, (_, i) => [
    ...blake2b256(new Uint8Array([...digest, i])),
  ]);
  return littleEndian(new Uint8Array(parts.flat()));
}

function littleEndian(bytes: Uint8Array): bigint {
  return [...bytes].reduceRight((sum, byte) => 256n * sum + BigInt(byte), 0n);
}
