// The table of a sweep: values with the same failure share one row.
import { expect, test } from 'vitest';
import { sweepText, type MeasuredPoint } from '../../../../../src/apps/cli/gas/report.ts';

const done = (value: number, milliGas: number): MeasuredPoint => ({
  kind: 'done',
  value,
  milliGas,
});
const failed = (value: number, message: string): MeasuredPoint => ({
  kind: 'failed',
  value,
  message,
});

test('consecutive values with the same failure share a row', () => {
  const points = [
    failed(1, 'no'),
    done(2, 1500),
    failed(3, 'no'),
    failed(4, 'no'),
    failed(5, 'no'),
    failed(6, 'other'),
    done(7, 1500),
    done(8, 1500),
  ];
  const sweep = { name: 'n', from: 1, to: 8, step: 1 };
  const text = sweepText({ file: 'a', sweep, points, growth: undefined, limit: undefined });
  expect(text.split('\n').slice(1)).toEqual([
    '   1         fails: no',
    '   2  1.500',
    '3..5         fails: no',
    '   6         fails: other',
    '   7  1.500',
    '   8  1.500',
  ]);
});
