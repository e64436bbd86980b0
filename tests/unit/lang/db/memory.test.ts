import { expect, it } from 'vitest';
import { lineInfo } from '../../../../src/lang/core/encoding/info-cbor.ts';
import { MemoryDatabase } from '../../../../src/lang/db/memory.ts';
import { ListValue, type PactValue } from '../../../../src/lang/values/value.ts';
import { describeDatabase } from '../../../support/database-contract.ts';
import { moduleWith, table } from '../../../support/core-samples.ts';
import { describeWritesOver } from '../../../support/write-over-contract.ts';

describeDatabase('memory', () => new MemoryDatabase());
describeWritesOver('memory', 'replace', () => new MemoryDatabase());
describeWritesOver('memory that merges rows', 'merge', () => mergingDatabase());
describeWritesOver('a copy that merges rows', 'merge', () => mergingDatabase().copy());

const mergingDatabase = (): MemoryDatabase => new MemoryDatabase({ writeOver: 'merge' });

const people = table('people', 'm');

it('keeps modules unchanged', () => {
  const database = new MemoryDatabase();
  const data = { module: moduleWith('m', []), dependencies: new Map() };
  database.writeModule(data);
  expect(database.readModule(data.module.name)).toBe(data);
});

it('measures modules with the positions of its kind of store', () => {
  const sizes = [new MemoryDatabase(), new MemoryDatabase({ info: lineInfo })].map((database) => {
    const data = { module: moduleWith('m', []), dependencies: new Map() };
    database.writeModule(data);
    return database.moduleSize(data.module.name) ?? 0;
  });
  // ["sample.repl", [0, 0, 0, 0]] compared with 0
  expect((sizes[0] ?? 0) - (sizes[1] ?? 0)).toBe(18 - 1);
});

it.each(['merge', 'replace'] as const)('writes over rows of a large table: %s', (writeOver) => {
  const database = new MemoryDatabase({ writeOver });
  database.createTable(people);
  for (let i = 0; i < 60_000; i++) {
    database.writeRow('insert', people, `k${i}`, new Map([['a', BigInt(i)]]));
  }
  // The first of these is already packed, the last is not.
  for (const i of [0, 59_999]) {
    database.writeRow('write', people, `k${i}`, new Map([['b', 1n]]));
    const kept = writeOver === 'merge' ? ([['a', BigInt(i)]] as const) : [];
    expect(database.readRow(people, `k${i}`)).toEqual(new Map([...kept, ['b', 1n]]));
  }
});

it.each([
  ['merge', { a: 1n, b: 2n }],
  ['replace', { b: 2n }],
] as const)('remembers the result of a write over a row: %s', (writeOver, left) => {
  const database = new MemoryDatabase({ keepsHistory: true, writeOver });
  database.createTable(people);
  for (const field of ['a', 'b']) {
    database.begin();
    database.writeRow('write', people, 'k', new Map([[field, field === 'a' ? 1n : 2n]]));
    database.commit();
  }
  const last = database.rowChanges(people)?.at(-1)?.row;
  expect(last).toEqual(new Map(Object.entries(left)));
});

it('stores values with endlessly shared structure', () => {
  let value: PactValue = 'x';
  for (let i = 0; i < 60; i++) value = new ListValue([value, value]);
  const database = new MemoryDatabase();
  database.createTable(people);
  database.begin();
  database.writeRow('insert', people, 'k', new Map([['v', value]]));
  expect(database.commit()).toHaveLength(1);
});

it('has independent copies', () => {
  const database = new MemoryDatabase();
  database.createTable(people);
  database.writeRow('insert', people, 'a', new Map([['x', 1n]]));
  const copy = database.copy();
  copy.writeRow('insert', people, 'b', new Map([['x', 2n]]));
  database.begin();
  database.writeRow('update', people, 'a', new Map([['x', 3n]]));
  database.commit();
  expect([database.rowKeys(people), copy.rowKeys(people)]).toEqual([['a'], ['a', 'b']]);
  expect(copy.readRow(people, 'a')).toEqual(new Map([['x', 1n]]));
  expect([database.begin(), copy.begin()]).toEqual([1n, 0n]);
});

it('remembers what was committed, if configured', () => {
  const database = new MemoryDatabase({ keepsHistory: true });
  database.createTable(people);
  const write = (x: bigint, end: 'commit' | 'rollback'): void => {
    database.begin();
    database.writeRow('write', people, 'k', new Map([['x', x]]));
    database[end]();
  };
  write(1n, 'commit');
  write(2n, 'rollback');
  write(3n, 'commit');
  expect(database.rowChanges(people)).toEqual([
    { transaction: 0n, key: 'k', row: new Map([['x', 1n]]) },
    { transaction: 1n, key: 'k', row: new Map([['x', 3n]]) },
  ]);
  expect(new MemoryDatabase().rowChanges(people)).toBeUndefined();
});

it('remembers what transactions commit, if configured', () => {
  const database = new MemoryDatabase({ keepsHistory: true });
  database.createTable(people);
  database.writeRow('insert', people, 'a', new Map([['x', 1n]]));
  const write = (x: bigint): void =>
    void database.writeRow('write', people, 'a', new Map([['x', x]]));
  database.begin();
  write(2n);
  write(3n);
  database.commit();
  database.begin();
  write(4n);
  database.rollback();
  const change = (x: bigint) => ({ transaction: 0n, key: 'a', row: new Map([['x', x]]) });
  expect(database.rowChanges(people)).toEqual([change(2n), change(3n)]);
  expect(database.copy().rowChanges(people)).toEqual([change(2n), change(3n)]);
  expect(database.rowChanges(table('others', 'm'))).toEqual([]);
  expect(new MemoryDatabase().rowChanges(people)).toBeUndefined();
});

it('stores a module again without its source', () => {
  const database = new MemoryDatabase();
  const data = { module: moduleWith('m', []), dependencies: new Map() };
  database.begin();
  database.rewriteModule(data);
  expect(database.commit()?.map((entry) => entry.domain)).toEqual(['SYS:Modules']);
  expect(database.readModule(data.module.name)).toBe(data);
  expect(database.readModuleSource(data.module.name, data.module.hash)).toBeUndefined();
});

it('forgets the source of a module that was rolled back', () => {
  const database = new MemoryDatabase();
  const module = moduleWith('m', [], { code: '(module m G)' });
  database.begin();
  database.writeModule({ module, dependencies: new Map() });
  expect(database.readModuleSource(module.name, module.hash)).toBe('(module m G)');
  database.rollback();
  expect(database.readModule(module.name)).toBeUndefined();
  expect(database.readModuleSource(module.name, module.hash)).toBeUndefined();
});
