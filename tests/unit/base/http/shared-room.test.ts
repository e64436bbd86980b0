import { expect, test } from 'vitest';
import { SharedRoom } from '../../../../src/base/http/read-body.ts';

function room(bytes: number): { readonly room: SharedRoom; readonly pass: (ms: number) => void } {
  let time = 0;
  const clock = { nowMs: () => time, dateMs: () => time };
  const options = { bytes, freeBytes: 10, unhurriedMs: 100, clock };
  return { room: new SharedRoom(options), pass: (milliseconds) => (time += milliseconds) };
}

test('shares beyond the free room are counted, together', () => {
  const { room: all } = room(100);
  const [first, second] = [all.share(), all.share()];
  expect(first.grow(60)).toBe(true);
  expect(second.grow(60)).toBe(true);
  expect(all.usedBytes).toBe(100);
  expect(second.grow(1)).toBe(false);
  expect(second.bytes).toBe(60);
  first.shrink(20);
  expect(second.grow(20)).toBe(true);
  first.release();
  second.release();
  expect(all.usedBytes).toBe(0);
});

test('small shares always have room', () => {
  const { room: all } = room(100);
  expect(all.share().grow(110)).toBe(true);
  const small = all.share();
  expect(small.grow(10)).toBe(true);
  expect(small.grow(1)).toBe(false);
});

test('the oldest share is dropped first, after a while', () => {
  const { room: all, pass } = room(100);
  const lost: string[] = [];
  const share = (name: string) => all.share(() => lost.push(name));
  const old = share('old');
  old.grow(60);
  pass(50);
  const middle = share('middle');
  middle.grow(60);
  const late = share('late');
  expect(late.grow(20)).toBe(false);
  pass(50);
  expect(late.grow(20)).toBe(true);
  expect(lost).toEqual(['old']);
  expect(late.grow(40)).toBe(true);
  expect(late.grow(20)).toBe(false);
  pass(50);
  expect(late.grow(20)).toBe(true);
  expect(lost).toEqual(['old', 'middle']);
});

test('a share that no longer waits for its client is not dropped, and nothing is dropped in vain', () => {
  const { room: all, pass } = room(100);
  const lost: string[] = [];
  const settled = all.share(() => lost.push('settled'));
  settled.grow(110);
  settled.settle();
  const empty = all.share(() => lost.push('empty'));
  empty.grow(10);
  pass(1000);
  expect(all.share().grow(20)).toBe(false);
  expect(lost).toEqual([]);
});
