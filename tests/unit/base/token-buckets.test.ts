// Buckets of tokens: rate, burst, debts, and the number of keys.
import { expect, test } from 'vitest';
import { TokenBuckets } from '../../../src/base/token-buckets.ts';

function bucketsOf(max = 10) {
  const clock = { now: 0, nowMs: () => clock.now };
  const buckets = new TokenBuckets({ clock, perSecond: 2, burst: 4, max });
  const takes = (key: string): boolean => {
    const has = buckets.has(key);
    if (has) buckets.spend(key, 1);
    return has;
  };
  return { clock, buckets, takes };
}

test('after the burst, uses come at the rate', () => {
  const { clock, takes } = bucketsOf();
  expect([1, 2, 3, 4, 5].map(() => takes('a'))).toEqual([true, true, true, true, false]);
  expect(takes('b')).toBe(true);
  clock.now = 499;
  expect(takes('a')).toBe(false);
  clock.now = 500;
  expect([takes('a'), takes('a')]).toEqual([true, false]);
  clock.now = 100_000;
  expect([1, 2, 3, 4, 5].map(() => takes('a'))).toEqual([true, true, true, true, false]);
});

test('what is charged afterwards is paid before the next use, and a debt is bounded', () => {
  const { clock, buckets, takes } = bucketsOf();
  buckets.spend('a', 1000);
  // It owes as much as the burst.
  clock.now = 2499;
  expect(takes('a')).toBe(false);
  clock.now = 2500;
  expect(takes('a')).toBe(true);
});

test('the least recently used key is forgotten', () => {
  const { buckets, takes } = bucketsOf(2);
  for (const key of ['a', 'b', 'a', 'c']) buckets.spend(key, 4);
  expect(buckets.size).toBe(2);
  expect([takes('a'), takes('c'), takes('b')]).toEqual([false, false, true]);
});
