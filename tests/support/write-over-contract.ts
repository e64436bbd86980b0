// What a `write` to an existing row must leave in every database engine, by the engine's `writeOver` setting.

import { describe, expect, it } from 'vitest';
import { readRowDocument } from '../../src/lang/core/encoding/document.ts';
import type { Database, Row, WriteOver } from '../../src/lang/db/database.ts';
import { objectValue, type PactValue } from '../../src/lang/values/value.ts';
import { table } from './core-samples.ts';

const row = (fields: Record<string, PactValue>): Row => objectValue(Object.entries(fields)).fields;
const people = table('people', 'ns.m');

function withTable(make: () => Database): Database {
  const database = make();
  database.createTable(people);
  return database;
}

export function describeWritesOver(name: string, writeOver: WriteOver, make: () => Database): void {
  const merges = writeOver === 'merge';
  // b and e are only in the old row; d is in both.
  const before = row({ b: 1n, d: 2n, e: 3n });
  const given = row({ a: 4n, d: 5n });
  const after = merges ? row({ a: 4n, b: 1n, d: 5n, e: 3n }) : given;

  describe(`${name}: a write to an existing row`, () => {
    it(merges ? 'keeps the fields that it does not give' : 'replaces the row', () => {
      const database = withTable(make);
      database.writeRow('insert', people, 'k', before);
      database.writeRow('write', people, 'k', given);
      expect([...(database.readRow(people, 'k') as Row)]).toEqual([...after]);
      expect(database.writeRow('insert', people, 'k', given)).toEqual({ kind: 'row-exists' });
    });

    it('logs the resulting row', () => {
      const database = withTable(make);
      database.begin();
      for (const each of [before, given, given]) {
        database.writeRow('write', people, 'k', each);
      }
      const log = database.commit() ?? [];
      expect(log.map(({ value }) => readRowDocument(value))).toEqual([before, after, after]);
      expect(database.readRow(people, 'k')).toEqual(after);
    });

    it('can be rolled back', () => {
      const database = withTable(make);
      database.writeRow('insert', people, 'k', before);
      database.begin();
      database.writeRow('write', people, 'k', given);
      database.rollback();
      expect(database.readRow(people, 'k')).toEqual(before);
    });

    it('may give all fields', () => {
      const database = withTable(make);
      database.writeRow('insert', people, 'k', given);
      const more = row({ a: 6n, c: 7n, d: 8n });
      database.writeRow('write', people, 'k', more);
      expect(database.readRow(people, 'k')).toEqual(more);
    });
  });
}
