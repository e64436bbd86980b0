import { expect, test } from 'vitest';
import { JsonNumber, naturalOf } from '../../../src/base/json.ts';

test.each<readonly [string, number | undefined]>([
  ['0', 0],
  ['-0.00', 0],
  ['0e999999999999999999999', 0],
  ['7', 7],
  ['7.000', 7],
  ['700e-2', 7],
  ['0.007e3', 7],
  ['4294967295', 4294967295],
  ['4294967296', undefined],
  ['1e400000000', undefined],
  ['1e-400000000', undefined],
  ['7.5', undefined],
  ['-1', undefined],
  // The exponent wraps around at 64 bits.
  ['7e18446744073709551616', 7],
  [`1.${'0'.repeat(200_000)}`, 1],
  ['9'.repeat(200_000), undefined],
  [`1e${'9'.repeat(200_000)}`, undefined],
])('%.20s is %s', (text, expected) => {
  expect(naturalOf(new JsonNumber(text), 0xffff_ffff)).toBe(expected);
});
