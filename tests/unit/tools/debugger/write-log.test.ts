// Where a row was last written, from a log of bounded size.

import { expect, it } from 'vitest';
import { debugLimits } from '../../../../src/tools/debugger/limits.ts';
import { WriteLog } from '../../../../src/tools/debugger/goal.ts';

it('finds the last write of a row or table before a moment', () => {
  const log = new WriteLog();
  log.add(3, 'a.t', 'x');
  log.add(5, 'a.t', 'y');
  log.add(8, 'b.t', 'x');
  expect(log.lastBefore(9, 'a.t', 'x')).toBe(3);
  expect(log.lastBefore(9, 'a.t', undefined)).toBe(5);
  expect(log.lastBefore(5, 'a.t', undefined)).toBe(3);
  expect(log.lastBefore(3, 'a.t', 'x')).toBe(0);
  expect(log.lastBefore(9, 'b.t', 'y')).toBe(0);
});

it('counts a repeated part once', () => {
  const log = new WriteLog();
  for (const moment of [3, 5, 3, 5, 7]) log.add(moment, 'a.t', 'x');
  expect([9, 7, 5, 3].map((moment) => log.lastBefore(moment, 'a.t', 'x'))).toEqual([7, 5, 3, 0]);
});

it('reports that it does not know what it has dropped', () => {
  const log = new WriteLog();
  log.add(1, 'a.t', 'first');
  for (let moment = 2; moment <= debugLimits.loggedWrites + 1; moment++)
    log.add(moment, 'a.t', 'x');
  const end = debugLimits.loggedWrites + 2;
  expect(log.lastBefore(end, 'a.t', 'first')).toBeUndefined();
  expect(log.lastBefore(end, 'a.t', 'x')).toBe(end - 1);
  log.add(end, 'a.t', 'k'.repeat(64 * debugLimits.loggedWrites));
  expect(log.lastBefore(end + 1, 'a.t', 'x')).toBeUndefined();
  log.forget();
  expect(log.lastBefore(end, 'a.t', 'first')).toBe(0);
});
