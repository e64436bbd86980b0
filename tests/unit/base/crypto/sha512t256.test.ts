import { expect, test } from 'vitest';
import { toHex, utf8 } from '../../../../src/base/bytes.ts';
import { portableSha512t256, sha512t256 } from '../../../../src/base/crypto/hashes.ts';
import { createSha512t256 } from '../../../../src/base/crypto/sha512t256.ts';

// FIPS 180-4, examples of SHA-512/256.
test.each([
  ['', 'c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a'],
  ['abc', '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23'],
])('the digest of %j', (text, digest) => {
  expect(toHex(sha512t256(utf8(text)))).toBe(digest);
});

test('WebAssembly and the portable implementation agree, around every boundary of blocks', () => {
  const fast = createSha512t256()!;
  const bytes = Uint8Array.from({ length: 140_000 }, (_, i) => (i * 7919) >> 3);
  const lengths = [
    ...Array.from({ length: 400 }, (_, i) => i),
    65_279,
    65_280,
    65_281,
    65_407,
    65_408,
    65_409,
    130_815,
    130_816,
    130_817,
    140_000,
  ];
  for (const length of lengths) {
    const message = bytes.subarray(0, length);
    expect(toHex(fast(message)), String(length)).toBe(toHex(portableSha512t256(message)));
  }
});
