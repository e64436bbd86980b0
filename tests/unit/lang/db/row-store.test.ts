import { expect, it } from 'vitest';
import type { Row } from '../../../../src/lang/db/database.ts';
import { PackingRoom } from '../../../../src/lang/db/packed-records.ts';
import { RowStore } from '../../../../src/lang/db/row-store.ts';
import { Store, UndoLog } from '../../../../src/lang/db/store.ts';
import { ListValue, type PactValue } from '../../../../src/lang/values/value.ts';

const row = (x: PactValue): Row => new Map([['x', x]]);

let first: RowStore | undefined;

/** Returns a store with enough rows to be packed. */
function largeStore(): RowStore {
  first ??= filledStore();
  return first.copy(new PackingRoom());
}

function filledStore(): RowStore {
  const store = new RowStore();
  for (let i = 0; i < 60_000; i++) store.set(`${i}`, row(BigInt(i)), undefined);
  return store;
}

it('returns the rows of a large table as they were written', () => {
  const store = largeStore();
  for (const i of [0, 1, 49_999, 50_000, 50_001, 59_999]) {
    expect(store.get(`${i}`)).toEqual(row(BigInt(i)));
  }
  store.set('7', row('é\u{1f600}\u0000'), undefined);
  expect(store.get('7')).toEqual(row('é\u{1f600}\u0000'));
  expect(store.get('60000')).toBeUndefined();
  expect(store.keys()).toHaveLength(60_000);
  const copy = store.copy(new PackingRoom());
  copy.set('7', row(1n), undefined);
  expect([store.get('7'), copy.get('7')]).toEqual([row('é\u{1f600}\u0000'), row(1n)]);
});

it('caches only the rows that were read last', () => {
  const store = largeStore();
  const read = store.get('1');
  expect(store.get('1')).toBe(read);
  for (let i = 2; i < 30_000; i++) store.get(`${i}`);
  expect(store.get('1')).toEqual(read);
  expect(store.get('1')).not.toBe(read);
});

it('rolls back writes, including those that made the table large', () => {
  const store = new RowStore();
  for (let i = 0; i < 49_999; i++) store.set(`${i}`, row(BigInt(i)), undefined);
  const undo = new UndoLog();
  store.set('1', row('changed'), undo);
  for (let i = 0; i < 10; i++) store.set(`new ${i}`, row(true), undo);
  store.set('2', row('changed'), undo);
  expect(['1', '2', 'new 0', 'new 9'].map((key) => store.get(key))).toEqual([
    row('changed'),
    row('changed'),
    row(true),
    row(true),
  ]);
  undo.undo();
  expect(['1', '2', 'new 0', 'new 9'].map((key) => store.get(key))).toEqual([
    row(1n),
    row(2n),
    undefined,
    undefined,
  ]);
  expect(store.keys()).toHaveLength(49_999);
});

it('packs older writes after they are committed, and can roll them back until then', () => {
  const store = largeStore();
  const undo = new UndoLog();
  const keys = Array.from({ length: 5_000 }, (_, i) => `${i}`);
  for (const key of keys) store.set(key, row('first'), undefined);
  expect(store.get('0')).toEqual(row('first'));
  for (const key of keys) store.set(key, row('second'), undo);
  for (const key of keys) expect(store.get(key)).toEqual(row('second'));
  undo.undo();
  for (const key of keys) expect(store.get(key)).toEqual(row('first'));
  const kept = new UndoLog();
  for (const key of keys.reverse()) store.set(key, row('third'), kept);
  expect(unpackedOf(store)).toBeGreaterThanOrEqual(5_000);
  kept.keep();
  expect(unpackedOf(store)).toBeLessThan(4_200);
  for (const key of keys) expect(store.get(key)).toEqual(row('third'));
});

const unpackedOf = (store: RowStore): number =>
  [...store.stored.entries()].filter(([, each]) => !(each instanceof Uint8Array)).length;

it('becomes large when the transaction that made it so is committed', () => {
  const store = new RowStore();
  const undo = new UndoLog();
  for (let i = 0; i < 60_000; i++) store.set(`${i}`, row(BigInt(i)), undo);
  expect(unpackedOf(store)).toBe(60_000);
  undo.keep();
  expect(unpackedOf(store)).toBe(0);
  expect([store.get('0'), store.get('59999')]).toEqual([row(0n), row(59_999n)]);
});

it('continues where another store was', () => {
  const store = largeStore();
  const next = new RowStore(new PackingRoom(), store.stored);
  expect(next.get('59999')).toEqual(row(59_999n));
  const read = new Store<Row | Uint8Array>();
  for (const [key, each] of store.stored.entries()) {
    read.set(key, each instanceof Uint8Array ? each.slice() : each, undefined);
  }
  const later = new RowStore(new PackingRoom(), read);
  expect(later.get('7')).toEqual(row(7n));
  const undo = new UndoLog();
  later.set('7', row('changed'), undo);
  undo.keep();
  expect([later.get('7'), later.get('8')]).toEqual([row('changed'), row(8n)]);
  expect(unpackedOf(later)).toBe(0);
});

it('keeps values that are too large to be packed', () => {
  const store = largeStore();
  let value: PactValue = 'x';
  for (let i = 0; i < 60; i++) value = new ListValue([value, value]);
  store.set('k', row(value), undefined);
  expect(store.get('k')?.get('x')).toBe(value);
});

it('reads the latest value when a copy grows large again', () => {
  const copy = largeStore().copy(new PackingRoom());
  expect(copy.get('5')).toEqual(row(5n));
  copy.set('5', row('changed'), undefined);
  copy.set('6', row('changed'), undefined);
  expect([copy.get('5'), copy.get('6')]).toEqual([row('changed'), row('changed')]);
});

it('has its keys in order, whenever they are added and removed', () => {
  const store = new RowStore();
  for (const key of ['b', 'a', 'é']) store.set(key, row(1n), undefined);
  expect(store.keys()).toEqual(['a', 'b', 'é']);
  const undo = new UndoLog();
  for (const key of ['c', '', 'a']) store.set(key, row(2n), undo);
  expect(store.keys()).toEqual(['', 'a', 'b', 'c', 'é']);
  undo.undo();
  expect(store.keys()).toEqual(['a', 'b', 'é']);
  store.set('aa', row(1n), undefined);
  expect(store.keys()).toEqual(['a', 'aa', 'b', 'é']);
});

it('reads a row as it was written last, however often it was read and packed', () => {
  const store = largeStore();
  for (const written of [1n, 2n, 3n]) {
    // Reading a row caches it unpacked; writing thousands of others packs it again.
    store.get('7');
    store.set('7', row(written), undefined);
    for (let i = 10_000; i < 20_000; i++) store.set(`${i}`, row(written), undefined);
    expect(store.get('7')).toEqual(row(written));
  }
});

it('packs the oldest rows of each transaction that is kept, not only of the first', () => {
  const store = largeStore();
  for (const name of ['a', 'b', 'c']) {
    const undo = new UndoLog();
    const rows = Array.from({ length: 5_000 }, (_, i) => row(`${name} ${i}`));
    for (const [i, each] of rows.entries()) store.set(`${name}${i}`, each, undo);
    expect(store.get(`${name}0`)).toBe(rows[0]);
    undo.keep();
    // A packed row is read as another object.
    expect(store.get(`${name}0`)).toEqual(rows[0]);
    expect(store.get(`${name}0`)).not.toBe(rows[0]);
    expect(store.get(`${name}4999`)).toBe(rows[4_999]);
  }
});
