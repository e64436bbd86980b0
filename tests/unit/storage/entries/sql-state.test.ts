import type { SqlJsStatic } from 'sql.js';
import { expect, it } from 'vitest';
import type { Row } from '../../../../src/lang/db/database.ts';
import { Cache, CacheRoom } from '../../../../src/storage/entries/cache.ts';
import { SqlState } from '../../../../src/storage/entries/index.ts';
import { moduleWith, table } from '../../../support/core-samples.ts';
import { sqlJs, sqlState } from '../../../support/sql-js.ts';

const { Database } = sqlJs as SqlJsStatic;
const people = table('people', 'ns.m');
const row = (x: bigint): Row => new Map([['x', x]]);

function withRow(options: Parameters<typeof sqlState>[0] = {}): SqlState {
  const state = sqlState(options);
  state.database.createTable(people);
  put(state, 1n);
  return state;
}

/** Writes a row in one transaction. */
function put(state: SqlState, x: bigint, key = 'k'): void {
  state.database.begin();
  state.database.writeRow('write', people, key, row(x));
  state.database.commit();
}

it('starts again from its image', () => {
  const state = withRow();
  const module = moduleWith('m', [], { code: '(module m G)' });
  state.database.writeModule({ module, dependencies: new Map() });
  const again = sqlState({ image: state.image() });
  expect(again.nextTransaction).toBe(1n);
  expect(again.database.readRow(people, 'k')).toEqual(row(1n));
  expect(again.database.readModule(module.name)?.module.code).toBe('(module m G)');
  expect(again.database.createTable(people)).toEqual({ kind: 'table-exists' });
  // The first state can still be used; its statements are prepared again.
  put(state, 2n);
  expect(state.database.readRow(people, 'k')).toEqual(row(2n));
  expect(again.database.readRow(people, 'k')).toEqual(row(1n));
});

it.each([
  ['no SQLite file', new Uint8Array(5000).fill(7)],
  ['cut short', sqlState().image().slice(0, 5000)],
  ['of another kind', new Database().export()],
])('refuses an image that is %s', (_, image) => {
  expect(() => sqlState({ image })).toThrow('stored state');
});

it('assigns a space to every table', () => {
  const state = sqlState();
  const { database } = state;
  database.begin();
  database.createTable(people);
  database.writeRow('insert', people, 'k', row(1n));
  database.rollback();
  const other = table('other', 'm');
  database.createTable(other);
  database.createTable(people);
  expect([database.rowKeys(other), database.rowKeys(people)]).toEqual([[], []]);
  database.writeRow('insert', other, 'k', row(1n));
  expect([database.rowKeys(other), database.rowKeys(people)]).toEqual([['k'], []]);
});

it('changes nothing if the change cannot be recorded', () => {
  let isFull = false;
  const record = (): void => {
    if (isFull) throw new Error('full');
  };
  const state = withRow({ record });
  isFull = true;
  expect(() => put(state, 2n)).toThrow('full');
  const write = (): unknown => state.database.writeRow('write', people, 'k', row(3n));
  expect(write).toThrow('full');
  expect(state.database.readRow(people, 'k')).toEqual(row(1n));
  expect(state.database.begin()).toBe(1n);
});

it('records committed changes separately from single writes', () => {
  const seen: string[] = [];
  const record = (change: { readonly kind: string }, isCommit: boolean): void =>
    void seen.push(`${change.kind} ${isCommit}`);
  const state = withRow({ record, keepsVersions: true });
  state.endBlock(1);
  state.rewind(0n);
  expect(seen).toEqual(['write false', 'write true', 'mark true', 'rewind true']);
});

it('allows the past to be read and tried, not changed', () => {
  const state = withRow({ keepsVersions: true });
  state.endBlock(1);
  put(state, 2n);
  const past = state.atHeight(1);
  expect(past.begin()).toBe(1n);
  past.writeRow('update', people, 'k', row(9n));
  expect(past.readRow(people, 'k')).toEqual(row(9n));
  past.rollback();
  expect(past.readRow(people, 'k')).toEqual(row(1n));
  past.begin();
  expect(() => past.commit()).toThrow('a state of the past cannot be changed');
  expect(state.database.readRow(people, 'k')).toEqual(row(2n));
});

it.each(['merge', 'replace'] as const)(
  'writes over rows of the past in the same way: %s',
  (writeOver) => {
    const state = withRow({ keepsVersions: true, writeOver });
    state.endBlock(1);
    for (const database of [state.atHeight(1), state.database]) {
      database.begin();
      database.writeRow('write', people, 'k', new Map([['y', 2n]]));
      expect(database.readRow(people, 'k')).toEqual(
        new Map([...(writeOver === 'merge' ? row(1n) : []), ['y', 2n]]),
      );
    }
  },
);

it('forgets the past up to a transaction', () => {
  const state = withRow({ keepsVersions: true });
  put(state, 2n);
  put(state, 3n);
  state.forgetBefore(2n);
  expect(state.before(2n).readRow(people, 'k')).toEqual(row(2n));
  const missing = 'the state before transaction 1 is not kept';
  expect(() => state.before(1n).readRow(people, 'k')).toThrow(missing);
  expect(() => state.rewind(1n)).toThrow(missing);
  expect(() => state.rewind(4n)).toThrow('the state before transaction 4 is not kept');
  expect(state.database.readRow(people, 'k')).toEqual(row(3n));
});

it('keeps a past only from the configured point on', () => {
  const state = withRow();
  expect(() => state.rewind(0n)).toThrow('is not kept');
  const kept = sqlState({ image: state.image(), keepsVersions: true });
  put(kept, 2n);
  expect(() => kept.rewind(0n)).toThrow('is not kept');
  kept.rewind(1n);
  expect(kept.database.readRow(people, 'k')).toEqual(row(1n));
});

it('keeps no more in its cache than fits', () => {
  const room = new CacheRoom(100_000);
  const caches = [new Cache<number>(room), new Cache<number>(room)] as const;
  for (let i = 0; i < 10_000; i++) caches[i % 2]?.set(`${i}`, { value: i, size: 100 });
  const kept = (i: number): number | undefined => caches[i % 2]?.get(`${i}`)?.value;
  expect(kept(9_999)).toBe(9_999);
  expect(kept(9_990)).toBe(9_990);
  expect(kept(0)).toBeUndefined();
  const count = Array.from({ length: 10_000 }, (_, i) => kept(i)).filter(
    (each) => each !== undefined,
  );
  expect(count.length).toBeLessThanOrEqual(145);
});

it('keeps used entries in its cache and drops the rest', () => {
  const room = new CacheRoom(10_000);
  const cache = new Cache<number>(room);
  cache.set('used', { value: 1, size: 0 });
  cache.set('unused', { value: 2, size: 0 });
  for (let i = 0; i < 100; i++) {
    cache.set(`${i}`, { value: i, size: 0 });
    cache.get('used');
  }
  expect([cache.get('used')?.value, cache.get('unused')]).toEqual([1, undefined]);
});

it('returns all keys of a table with more than a page of them, in order', () => {
  const state = withRow();
  const { database } = state;
  const names = Array.from({ length: 2_500 }, (_, i) => `k${String(i).padStart(4, '0')}`);
  database.begin();
  for (const name of names.toReversed()) database.writeRow('insert', people, name, row(2n));
  database.commit();
  const again = sqlState({ image: state.image() });
  for (const each of [database, again.database]) {
    expect(each.rowKeys(people)).toEqual(['k', ...names]);
  }
});

it('remembers no history of a rolled back state', () => {
  const state = sqlState({ keepsVersions: true, keepsHistory: true });
  state.database.createTable(people);
  put(state, 1n);
  put(state, 2n);
  const changes = state.database.rowChanges(people);
  expect(changes?.map(({ row: written }) => written.get('x'))).toEqual([1n, 2n]);
  state.rewind(1n);
  expect(state.database.readRow(people, 'k')).toEqual(row(1n));
  expect(state.database.rowChanges(people)).toBeUndefined();
});

it('remembers no history of a state with entries changed beneath it', () => {
  const state = sqlState({ keepsHistory: true });
  state.database.createTable(people);
  put(state, 1n);
  state.database.forget([]);
  expect(state.database.rowChanges(people)).toBeUndefined();
});
