import { expect, it } from 'vitest';
import { PackingRoom } from '../../../../src/lang/db/packed-records.ts';
import { PackedRows } from '../../../../src/lang/db/packed-rows.ts';

const megabyte = 2 ** 20;

/** Unordered numbers, the same in every run. */
function numbers(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const documentOf = (length: number, byte: number): Uint8Array => new Uint8Array(length).fill(byte);

it('returns the documents that were written last, whatever was written in between', () => {
  const rows = new PackedRows(new PackingRoom());
  const expected = new Map<string, Uint8Array>();
  const next = numbers();
  const keys = Array.from({ length: 2_000 }, (_, i) => `${'k'.repeat(i % 80)}${i}`);
  for (let i = 0; i < 30_000; i++) {
    const key = keys[next(keys.length)] as string;
    const length = next(2_000) === 0 ? 80_000 : next(300);
    const document = documentOf(length, next(256));
    expected.set(key, document);
    rows.set(key, document);
  }
  expect(rows.size).toBe(expected.size);
  for (const [key, document] of expected) {
    const found = rows.get(key);
    expect(found?.length).toBe(document.length);
    expect(Buffer.compare(found as Uint8Array, document)).toBe(0);
  }
  expect([...rows.keys()].sort()).toEqual([...expected.keys()].sort());
});

it('takes no more space however often rows are written', () => {
  const room = new PackingRoom();
  const rows = new PackedRows(room);
  const before = room.bytesLeft;
  const next = numbers();
  for (let i = 0; i < 10_000; i++) rows.set(`${i}`, documentOf(200, 1));
  const filled = before - room.bytesLeft;
  expect(filled).toBeGreaterThan(2 * megabyte);
  for (let i = 0; i < 30_000; i++) rows.set(`${next(10_000)}`, documentOf(150 + next(100), i));
  expect(before - room.bytesLeft).toBeLessThan(filled + megabyte);
});

it('distinguishes keys of any characters and length', () => {
  const rows = new PackedRows(new PackingRoom());
  const keys = [
    '',
    'a',
    'a\u0000',
    '\u0000',
    '\u00e9',
    'e\u0301',
    '\u{1f600}',
    '\ud83d',
    'ab'.repeat(9_000),
  ];
  keys.forEach((key, i) => rows.set(key, documentOf(1, i)));
  expect(keys.map((key) => rows.get(key)?.[0])).toEqual(keys.map((_, i) => i));
  expect([...rows.keys()]).toEqual(keys);
  expect([rows.get('b'), rows.has('b'), rows.has('')]).toEqual([undefined, false, true]);
});

it('reports when there is no space, and keeps its contents', () => {
  const room = new PackingRoom();
  const rows = new PackedRows(room);
  expect(rows.set('a', documentOf(10, 1))).toBe(true);
  room.bytesLeft = 0;
  const large = documentOf(megabyte, 2);
  expect([rows.set('a', large), rows.set('b', large)]).toEqual([false, false]);
  expect([rows.get('a'), rows.get('b')]).toEqual([documentOf(10, 1), undefined]);
});

it('is independent of its copy', () => {
  const rows = new PackedRows(new PackingRoom());
  for (let i = 0; i < 5_000; i++) rows.set(`${i}`, documentOf(100, 1));
  const copy = rows.copy(new PackingRoom());
  for (let i = 0; i < 5_000; i++) copy.set(`${i}`, documentOf(90, 2));
  rows.set('new', documentOf(1, 3));
  expect([rows.get('7'), copy.get('7')]).toEqual([documentOf(100, 1), documentOf(90, 2)]);
  expect([rows.has('new'), copy.has('new')]).toEqual([true, false]);
});

/** Does what `hashOf` of packed-rows.ts does with one code unit. */
function mixed(hash: number, unit: number): number {
  const product = Math.imul(hash ^ unit, 0x5bd1e995);
  return product ^ (product >>> 15);
}

/** Returns two strings of two code units that lead from one state to the same next state. */
function twins(state: number): {
  readonly texts: readonly [string, string];
  readonly next: number;
} {
  const seen = new Map<number, number>();
  for (let unit = 0; ; unit++) {
    const before = mixed(state, unit);
    const other = seen.get(before >>> 16);
    seen.set(before >>> 16, unit);
    if (other === undefined) continue;
    const last = (before ^ mixed(state, other)) & 0xffff;
    const texts = [String.fromCharCode(other, 0), String.fromCharCode(unit, last)] as const;
    return { texts, next: mixed(before, last) };
  }
}

it('finds keys that were made to have the same hash', () => {
  const pairs = 8;
  let state = 2 * pairs;
  let keys = [''];
  for (let i = 0; i < pairs; i++) {
    const { texts, next } = twins(state);
    keys = keys.flatMap((key) => texts.map((text) => key + text));
    state = next;
  }
  const hashes = keys.map((key) =>
    [...key].reduce((hash, unit) => mixed(hash, unit.charCodeAt(0)), key.length),
  );
  expect(new Set(keys).size).toBe(256);
  expect(new Set(hashes).size).toBe(1);
  const rows = new PackedRows(new PackingRoom());
  for (const [i, key] of keys.entries()) rows.set(key, documentOf(i, 1));
  // Enough further rows to make the index grow.
  for (let i = 0; i < 70_000; i++) rows.set(`${i}`, documentOf(1, 2));
  const copy = rows.copy(new PackingRoom());
  for (const each of [rows, copy]) {
    for (const [i, key] of keys.entries()) expect(each.get(key)?.length).toBe(i);
    expect(each.has(`${keys[0] as string}\u0000`)).toBe(false);
  }
  for (const key of keys) rows.set(key, documentOf(7, 3));
  expect(keys.every((key) => rows.get(key)?.length === 7)).toBe(true);
  expect(rows.size).toBe(70_256);
});
