import { expect, it } from 'vitest';
import { ceilOfLogarithm, naturalLogarithm } from '../../../../../src/lang/core/size/logarithm.ts';

it.each([
  [1, 0],
  [2, Math.LN2],
  [10, Math.LN10],
  [Math.E, 1],
  [2.5, 0.9162907318741551],
  [1 + 1 / 3, 0.28768207245178085],
])('of %d', (value, logarithm) => {
  expect(naturalLogarithm(value)).toBe(logarithm);
});

it('rounded up', () => {
  const counts = [1, 2, 3, 7, 8, 20, 21, 442_413, 442_414, 1_202_604, 1_202_605];
  expect(counts.map(ceilOfLogarithm)).toEqual([0, 1, 2, 2, 3, 3, 4, 13, 14, 14, 15]);
});
