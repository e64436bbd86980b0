import { expect, it } from 'vitest';
import { lineInfo } from '../../../../src/lang/core/info-cbor.ts';
import { MemoryDatabase } from '../../../../src/lang/db/memory.ts';
import { ListValue, type PactValue } from '../../../../src/lang/values/value.ts';
import { describeDatabase } from '../../../support/database-contract.ts';
import { moduleWith, table } from '../../../support/core-samples.ts';

describeDatabase('memory', () => new MemoryDatabase());

const people = table('people', 'm');

it('keeps modules as they are', () => {
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
  // ["sample.repl", [0, 0, 0, 0]] against 0
  expect((sizes[0] ?? 0) - (sizes[1] ?? 0)).toBe(18 - 1);
});

it('replaces a row that is written, whatever fields it had', () => {
  const database = new MemoryDatabase();
  database.createTable(people);
  database.writeRow('insert', people, 'k', new Map([['old', 1n]]));
  database.writeRow('write', people, 'k', new Map([['new', 2n]]));
  expect(database.readRow(people, 'k')).toEqual(new Map([['new', 2n]]));
});

it('stores values that share structure without end', () => {
  let value: PactValue = 'x';
  for (let i = 0; i < 60; i++) value = new ListValue([value, value]);
  const database = new MemoryDatabase();
  database.createTable(people);
  database.begin();
  database.writeRow('insert', people, 'k', new Map([['v', value]]));
  expect(database.commit()).toHaveLength(1);
});

it('has copies that go their own way', () => {
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
