// Recovers formulas from points, and rejects points that follow no formula.
import { expect, test } from 'vitest';
import { growthOf, type Point } from '../../../../../src/tools/testing/gas/growth.ts';

const points = (of: (n: number) => number, values = [1, 2, 5, 10, 20, 30]): readonly Point[] =>
  values.map((at) => ({ at, gas: of(at) }));
const shown = (of: (n: number) => number, values?: number[]): string => {
  const growth = growthOf(points(of, values), 'n');
  return growth === undefined ? 'none' : `${growth.kind} ${growth.formula} ${growth.fits}`;
};

test.each([
  ['constant', () => 7.5, 'constant 7.5 true'],
  ['nothing', () => 0, 'constant 0 true'],
  ['linear', (n: number) => 12 + 3.25 * n, 'linear 12 + 3.25 n true'],
  ['falling', (n: number) => 100 - 2 * n, 'linear 100 - 2 n true'],
  ['n log n', (n: number) => 1 + 2 * n * Math.log2(n), 'n log n 1 + 2 n log2(n) true'],
  ['quadratic', (n: number) => 1 + 2 * n + 3 * n * n, 'quadratic 1 + 2 n + 3 n^2 true'],
  [
    'cubic',
    (n: number) => 1 + 2 * n + 3 * n * n + 4 * n ** 3,
    'cubic 1 + 2 n + 3 n^2 + 4 n^3 true',
  ],
  ['exponential', (n: number) => 5 + 2 ** n, 'exponential 5 + 1 2^n true'],
])('%s', (_, of, expected) => {
  expect(shown(of)).toBe(expected);
});

test('rounding does not hide a formula', () => {
  expect(shown((n) => Math.ceil(40 * n))).toMatch(/^linear .* true$/);
  expect(shown((n) => 100 * n + (n % 3))).toMatch(/^linear .* true$/);
});

test('large values of the parameter', () => {
  expect(shown((n) => 300 + 0.25 * n * n, [0, 250_000, 500_000, 750_000, 1_000_000])).toBe(
    'quadratic 300 + 0 n + 0.25 n^2 true',
  );
});

test('points that follow no formula are reported', () => {
  expect(shown((n) => (n % 2 === 0 ? 100 : 0), [1, 2, 3, 4, 5, 6, 7, 8])).toMatch(/ false$/);
});

test('two points are not enough', () => {
  expect(shown((n) => n, [1, 2])).toBe('none');
});
