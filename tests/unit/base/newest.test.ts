import { expect, test } from 'vitest';
import { putNewest } from '../../../src/base/newest.ts';

test('the oldest entries make room, and one that is put again is the newest', () => {
  const map = new Map<string, number>();
  for (const each of ['a', 'b', 'c']) putNewest(map, 3, [each, 1]);
  expect([...map]).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ]);
  putNewest(map, 3, ['a', 2]);
  putNewest(map, 3, ['d', 1]);
  expect([...map]).toEqual([
    ['c', 1],
    ['a', 2],
    ['d', 1],
  ]);
  putNewest(map, 1, ['e', 1]);
  expect([...map.keys()]).toEqual(['e']);
});
