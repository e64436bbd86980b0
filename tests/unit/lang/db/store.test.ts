import { expect, it } from 'vitest';
import { Store, UndoLog } from '../../../../src/lang/db/store.ts';

it('has its keys in order, whenever they are added and removed', () => {
  const store = new Store<bigint>();
  for (const key of ['b', 'a', 'é']) store.set(key, 1n, undefined);
  expect(store.keys()).toEqual(['a', 'b', 'é']);
  const undo = new UndoLog();
  for (const key of ['c', '', 'a']) store.set(key, 2n, undo);
  expect(store.keys()).toEqual(['', 'a', 'b', 'c', 'é']);
  undo.undo();
  expect(store.keys()).toEqual(['a', 'b', 'é']);
  store.set('aa', 1n, undefined);
  expect(store.keys()).toEqual(['a', 'aa', 'b', 'é']);
});

it('sorts many new keys as it sorts few', () => {
  const store = new Store<bigint>();
  store.set('m', 1n, undefined);
  expect(store.keys()).toEqual(['m']);
  for (let i = 0; i < 10_001; i++) store.set(`${i}`.padStart(5, '0'), 1n, undefined);
  const keys = store.keys();
  expect([keys.length, keys[0], keys[10_000], keys[10_001]]).toEqual([
    10_002,
    '00000',
    '10000',
    'm',
  ]);
});

it('rolls back writes of new keys and of known ones, the last first', () => {
  const store = new Store<bigint>();
  store.set('known', 1n, undefined);
  const undo = new UndoLog();
  for (const value of [2n, 3n]) {
    store.set('known', value, undo);
    store.set('new', value, undo);
  }
  expect([store.get('known'), store.get('new'), store.size]).toEqual([3n, 3n, 2]);
  undo.undo();
  expect([store.get('known'), store.has('new'), store.size]).toEqual([1n, false, 1]);
});

it('copies its entries: neither sees later changes of the other', () => {
  const store = new Store<bigint>();
  store.set('a', 1n, undefined);
  const copy = store.copy();
  copy.set('a', 2n, undefined);
  store.set('b', 3n, undefined);
  expect([store.get('a'), copy.get('a'), copy.has('b')]).toEqual([1n, 2n, false]);
});
