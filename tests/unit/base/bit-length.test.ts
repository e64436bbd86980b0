import { expect, test } from 'vitest';
import { bitLengthOf } from '../../../src/base/integers.ts';

test.each([1, 2, 31, 32, 33, 52, 53, 54, 63, 64, 65, 512, 1022, 1023, 1024, 1025, 4096])(
  'the integers around 2^%i',
  (bits) => {
    const power = 1n << BigInt(bits);
    for (const [integer, expected] of [
      [power - 1n, bits],
      [power, bits + 1],
      [power + 1n, bits + 1],
      [power + (power >> 1n), bits + 1],
    ] as const) {
      expect(bitLengthOf(integer)).toBe(expected);
    }
  },
);

test('zero has none', () => {
  expect(bitLengthOf(0n)).toBe(0);
});
