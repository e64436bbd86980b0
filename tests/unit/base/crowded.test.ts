// Which open item makes room for one of another network.
import { expect, test } from 'vitest';
import { oldestOfMany } from '../../../src/base/crowded.ts';

test('the oldest of the network with the most makes room for one with fewer', () => {
  const open = new Map([
    ['b1', 'b'],
    ['a1', 'a'],
    ['a2', 'a'],
    ['a3', 'a'],
  ]);
  expect(oldestOfMany(open, 'c')).toBe('a1');
  expect(oldestOfMany(open, 'b')).toBe('a1');
  expect(oldestOfMany(open, 'a')).toBeUndefined();
  open.delete('a1');
  expect(oldestOfMany(open, 'c')).toBe('a2');
  expect(oldestOfMany(open, 'b')).toBeUndefined();
  expect(oldestOfMany(new Map(), 'c')).toBeUndefined();
});
