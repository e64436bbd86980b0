import { expect, test } from 'vitest';
import { toHex, utf8 } from '../../../../src/base/bytes.ts';
import { createBlake2s256 } from '../../../../src/base/crypto/blake2.ts';
import { blake2s256, portableBlake2s256 } from '../../../../src/base/crypto/hashes.ts';

// RFC 7693, appendix B.
test('the digest of abc', () => {
  expect(toHex(blake2s256(utf8('abc')))).toBe(
    '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982',
  );
});

test('WebAssembly and the portable implementation agree, around every boundary of blocks', () => {
  const fast = createBlake2s256()!;
  const bytes = Uint8Array.from({ length: 140_000 }, (_, i) => (i * 7919) >> 3);
  const lengths = [
    ...Array.from({ length: 300 }, (_, i) => i),
    65_471,
    65_472,
    65_473,
    130_943,
    130_944,
    130_945,
    140_000,
  ];
  for (const length of lengths) {
    const message = bytes.subarray(0, length);
    expect(toHex(fast(message)), String(length)).toBe(toHex(portableBlake2s256(message)));
  }
});
