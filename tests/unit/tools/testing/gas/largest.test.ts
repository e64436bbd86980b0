// Finds the largest value within a limit with few measurements.
import { expect, test } from 'vitest';
import { largestWithin } from '../../../../../src/tools/testing/gas/growth.ts';

function search(limit: number, sampled: readonly number[]) {
  const measured: number[] = [];
  const isWithin = (at: number): boolean => at <= limit;
  const points = sampled.map((at) => ({ at, within: isWithin(at) }));
  const largest = largestWithin(points, (at) => {
    measured.push(at);
    return isWithin(at);
  });
  return { largest, measured };
}

test('between two values it is found by bisection', () => {
  const { largest, measured } = search(700, [0, 500, 1000]);
  expect(largest).toEqual({ kind: 'found', at: 700 });
  expect(measured.length).toBeLessThanOrEqual(9);
});

test('every limit between two values', () => {
  for (let limit = -3; limit < 9; limit++) {
    expect(search(limit, [-3, 9]).largest).toEqual({ kind: 'found', at: limit });
  }
});

test('neighbours need no further measurement', () => {
  expect(search(2, [1, 2, 3])).toEqual({ largest: { kind: 'found', at: 2 }, measured: [] });
});

test('all, none, nothing', () => {
  expect(search(9, [1, 5]).largest).toEqual({ kind: 'all', at: 5 });
  expect(search(0, [1, 5]).largest).toEqual({ kind: 'none', at: 1 });
  expect(search(0, []).largest).toBeUndefined();
});

test('where values are within the limit again, bisection would be wrong', () => {
  const points = [true, false, true, false].map((within, at) => ({ at, within }));
  expect(largestWithin(points, () => true)).toEqual({ kind: 'uneven', at: 2, tooLarge: 1 });
});
