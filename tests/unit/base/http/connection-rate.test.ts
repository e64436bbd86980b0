// How fast clients may open connections: each group at its own rate, and newcomers even while others use up the rate of all.
import { expect, test } from 'vitest';
import { ConnectionRate, neighbourhoodOf } from '../../../../src/base/http/connection-rate.ts';

function rateOf(perSecond: number, perSecondOfGroup: number) {
  const clock = { ms: 0, nowMs: () => clock.ms, dateMs: () => 0 };
  const rate = new ConnectionRate({ clock, perSecond, perSecondOfGroup });
  const admitted = (group: string, attempts: number): number => {
    let count = 0;
    for (let i = 0; i < attempts; i++) if (rate.admits(group)) count++;
    return count;
  };
  return { clock, rate, admitted };
}

test('a group has two seconds of its rate at once, and then its rate', () => {
  const { clock, admitted } = rateOf(100, 4);
  expect(admitted('a', 20)).toBe(8);
  expect(admitted('b', 20)).toBe(8);
  clock.ms += 999;
  expect(admitted('a', 20)).toBe(3);
  clock.ms += 10_000;
  expect(admitted('a', 20)).toBe(8);
});

test('all groups together have a rate', () => {
  const { admitted } = rateOf(20, 4);
  const counts = Array.from({ length: 20 }, (_, i) => admitted(`group ${i}`, 8));
  // Twice 20 for all, and the first connection of groups that come later.
  expect(counts.slice(0, 5)).toEqual([8, 8, 8, 8, 8]);
  expect(counts.slice(5)).toEqual(Array.from({ length: 15 }, () => 1));
});

test('a newcomer is served while busy groups use up the rate', () => {
  const { clock, admitted } = rateOf(20, 4);
  let ofFlood = 0;
  let ofNewcomers = 0;
  for (let second = 0; second < 30; second++) {
    for (let group = 0; group < 8; group++) ofFlood += admitted(`flood ${group}`, 60);
    ofNewcomers += admitted(`new ${second}`, 1);
    clock.ms += 1000;
  }
  expect(ofNewcomers).toBe(30);
  expect(ofFlood).toBeLessThan(31 * 20 + 2 * 20);
});

test('the number of remembered groups is bounded', () => {
  const { rate } = rateOf(1e9, 1);
  for (let i = 0; i < 5000; i++) rate.admits(`group ${i}`);
  expect(Reflect.get(rate, 'groups')).toHaveProperty('size', 4096);
});

test.each([
  ['192.0.2.7', '192.0.2.0'],
  ['::ffff:192.0.2.7', '192.0.2.0'],
  ['2001:db8:1:2::3', '2001:db8:1::'],
  ['', ''],
])('the neighbourhood of %j', (address, expected) => {
  expect(neighbourhoodOf(address)).toBe(expected);
});
