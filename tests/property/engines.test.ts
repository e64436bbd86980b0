// The same operations give equal results and equal transaction logs in memory and on sql.js; and sql.js's history equals
// what memory showed at that time.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Database, type Row, type WriteMode } from '../../src/lang/db/database.ts';
import { MemoryDatabase } from '../../src/lang/db/memory.ts';
import type { SqlStateOptions } from '../../src/storage/entries/index.ts';
import { KeySetName } from '../../src/lang/values/names.ts';
import { KeySetGuard, objectValue, type PactValue } from '../../src/lang/values/value.ts';
import { arbitraryModuleData } from '../support/core-arbitrary.ts';
import { moduleNamed, table } from '../support/core-samples.ts';
import { sqlState } from '../support/sql-js.ts';
import { showAnswer, showDatabase } from '../support/show-database.ts';
import { value } from '../unit/lang/values/arbitrary-values.ts';

/** One step and its result, as text. */
type Step = { readonly text: string; readonly run: (database: Database) => unknown };

const tables = [table('t', 'm'), table('t', 'n.m'), table('u', 'm')];
const keys = ['', 'a', 'b', 'é', '\u{1f600}', '\uffee', '\u0000', 'a\u0000', '__proto__', "'"];

const step = <T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  run: (database: Database, given: T) => unknown,
): fc.Arbitrary<Step> =>
  arbitrary.map((given) => ({
    text: `${name} ${showAnswer(given)}`,
    run: (database) => run(database, given),
  }));

const row: fc.Arbitrary<Row> = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'é', '__proto__'), value), { maxLength: 3 })
  .map((fields: [string, PactValue][]) => objectValue(fields).fields);
const aTable = fc.constantFrom(...tables);
const aKey = fc.constantFrom(...keys);
const mode = fc.constantFrom<WriteMode[]>('insert', 'update', 'write');
const keySet = fc.constantFrom(
  new KeySetGuard(['a'], { kind: 'keys-all' }),
  new KeySetGuard([], { kind: 'keys-2' }),
);
const moduleData = arbitraryModuleData.map((data) => ({
  ...data,
  module: { ...data.module, name: moduleNamed(data.module.txHash < 'M' ? 'm' : 'ns.m') },
}));

const within: readonly fc.Arbitrary<Step>[] = [
  step('create', aTable, (db, each) => db.createTable(each)),
  step('write', fc.tuple(mode, aTable, aKey, row), (db, args) => db.writeRow(...args)),
  step('write', fc.tuple(mode, aTable, aKey, row), (db, args) => db.writeRow(...args)),
  step('read', fc.tuple(aTable, aKey), (db, args) => db.readRow(...args)),
  step('keys', aTable, (db, each) => db.rowKeys(each)),
  step('keyset', keySet, (db, each) => db.writeKeySet(new KeySetName('k', 'n'), each)),
  step('namespace', keySet, (db, user) => db.writeNamespace({ name: 'n', user, admin: user })),
  step('defpact', fc.constantFrom('x', 'y'), (db, id) => db.writeDefPact(id, 'completed')),
  step('module', moduleData, (db, data) => db.writeModule(data)),
  step('module again', moduleData, (db, data) => db.rewriteModule(data)),
];

const around: readonly fc.Arbitrary<Step>[] = [
  step('begin', fc.constant(''), (db) => db.begin()),
  step('commit', fc.constant(''), (db) => db.commit()),
  step('rollback', fc.constant(''), (db) => db.rollback()),
];

const steps = fc.array(fc.oneof(...within, ...around), { maxLength: 40 });

describe.each<readonly [string, Omit<SqlStateOptions, 'sql'>]>([
  ['with a cache', {}],
  ['that replaces rows', { writeOver: 'replace' }],
  ['without a cache', { cacheBytes: 0 }],
  ['with versions', { keepsVersions: true }],
])('sql.js %s', (_, options) => {
  it('gives the same answers as memory', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { writeOver = 'merge' } = options;
        const memory = new MemoryDatabase({ writeOver, keepsHistory: true });
        const state = sqlState({ ...options, keepsHistory: true });
        for (const each of all) {
          const expected = showAnswer(each.run(memory));
          expect([each.text, showAnswer(each.run(state.database))]).toEqual([each.text, expected]);
        }
        expect(showDatabase(state.database, tables)).toBe(showDatabase(memory, tables));
        for (const each of tables) {
          expect(state.database.rowChanges(each)).toEqual(memory.rowChanges(each));
        }
        state.close();
      }),
      { numRuns: 60 },
    );
  });
});

/** Whole transactions, some of which are rolled back. */
const block = fc.array(
  fc.record({ steps: fc.array(fc.oneof(...within), { maxLength: 6 }), kept: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);

it('sql.js shows its past unchanged, and can return to it', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), fc.nat(), (blocks, choice) => {
      const memory = new MemoryDatabase({ writeOver: 'merge' });
      const state = sqlState({ keepsVersions: true });
      const past = [memory.copy()];
      state.endBlock(0);
      for (const [i, transactions] of blocks.entries()) {
        for (const each of transactions) {
          for (const database of [memory, state.database]) play(database, each);
        }
        past.push(memory.copy());
        state.endBlock(i + 1);
      }
      const height = choice % past.length;
      for (const [each, before] of past.entries()) {
        expect(showDatabase(state.atHeight(each), tables)).toBe(showDatabase(before, tables));
      }
      state.rewindToHeight(height);
      const before = past[height] as MemoryDatabase;
      expect(state.nextTransaction).toBe(before.begin());
      before.rollback();
      expect(showDatabase(state.database, tables)).toBe(showDatabase(before, tables));
      expect(() => state.atHeight(height + 1)).toThrow('is not kept');
      // It can be used from there like any other database.
      for (const each of blocks[0] ?? []) {
        for (const database of [before, state.database]) play(database, each);
      }
      expect(showDatabase(state.database, tables)).toBe(showDatabase(before, tables));
      state.close();
    }),
    { numRuns: 40 },
  );
});

function play(
  database: Database,
  { steps: all, kept }: { readonly steps: readonly Step[]; readonly kept: boolean },
): void {
  database.begin();
  for (const each of all) each.run(database);
  if (kept) database.commit();
  else database.rollback();
}
