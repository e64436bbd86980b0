// The contract of all database engines: run it with a function that creates an empty database.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../src/base/bytes.ts';
import { readRowDocument } from '../../src/lang/core/encoding/document.ts';
import type { DefPactExec, Namespace } from '../../src/lang/core/model/defpact.ts';
import type { ModuleData } from '../../src/lang/core/model/definition.ts';
import { hashModule } from '../../src/lang/core/encoding/module-hash.ts';
import { isRefusal, type Database, type Row } from '../../src/lang/db/database.ts';
import { KeySetName, QualifiedName } from '../../src/lang/values/names.ts';
import {
  KeySetGuard,
  ListValue,
  objectValue,
  type PactValue,
} from '../../src/lang/values/value.ts';
import { defun, moduleNamed, moduleWith, table } from './core-samples.ts';

const row = (fields: Record<string, PactValue>): Row => objectValue(Object.entries(fields)).fields;
const people = table('people', 'ns.m');

function withTable(make: () => Database): Database {
  const database = make();
  expect(database.createTable(people)).toBeUndefined();
  return database;
}

const keySet = new KeySetGuard(['a'], { kind: 'keys-all' });
const namespace: Namespace = { name: 'n', user: keySet, admin: keySet };
const exec: DefPactExec = {
  stepCount: 2,
  yield: undefined,
  step: 0,
  pactId: 'id',
  continuation: { def: new QualifiedName('p', moduleNamed('m')), args: [1n] },
  stepHasRollback: false,
  nested: new Map(),
};

function moduleData(name: string, body: string): ModuleData {
  const module = hashModule(moduleWith(name, [defun(body)], { code: `(module ${name} ${body})` }));
  return { module, dependencies: new Map() };
}

/** Returns everything that can be read, as text to compare. */
function contents(database: Database): string {
  const rows = [people, table('other', 'm')].map((each) => {
    const keys = database.rowKeys(each);
    if (isRefusal(keys)) return keys.kind;
    return keys.map((key) => [key, [...(database.readRow(each, key) as Row)]]);
  });
  const modules = database
    .moduleNames()
    .map((name) => [name.text, database.readModule(name)?.module.hash, database.moduleSize(name)]);
  const single = [
    database.readKeySet(new KeySetName('k', 'n')),
    database.readNamespace('n'),
    database.readDefPact('id'),
  ];
  const show = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' || value === undefined ? String(value) : value;
  return JSON.stringify([rows, modules, single], show);
}

export function describeDatabase(name: string, make: () => Database): void {
  describe(`${name}: rows`, () => {
    it('are read as they were written', () => {
      const database = withTable(make);
      const value = row({ a: 1n, list: new ListValue(['x', true]), ob: objectValue([['', 2n]]) });
      expect(database.writeRow('insert', people, 'k', value)).toBeUndefined();
      expect(database.readRow(people, 'k')).toEqual(value);
      expect(database.readRow(people, 'K')).toBeUndefined();
    });

    it.each([
      ['insert', 'on an existing row', 'row-exists'],
      ['update', 'of a missing row', 'no-row'],
    ] as const)('refuse %s %s and keep the old value', (mode, _, kind) => {
      const database = withTable(make);
      database.writeRow('insert', people, 'there', row({ a: 1n }));
      const key = mode === 'insert' ? 'there' : 'gone';
      expect(database.writeRow(mode, people, key, row({ a: 2n }))).toEqual({ kind });
      expect(database.readRow(people, 'there')).toEqual(row({ a: 1n }));
      expect(database.rowKeys(people)).toEqual(['there']);
    });

    it('are written whether they exist or not', () => {
      const database = withTable(make);
      for (const a of [1n, 2n]) database.writeRow('write', people, 'k', row({ a }));
      expect(database.readRow(people, 'k')).toEqual(row({ a: 2n }));
    });

    it('keep fields that an update does not give, in ascending order', () => {
      const database = withTable(make);
      database.writeRow('insert', people, 'k', row({ b: 1n, d: 2n }));
      database.writeRow('update', people, 'k', row({ c: 4n, d: 3n }));
      const read = database.readRow(people, 'k') as Row;
      expect([...read]).toEqual([
        ['b', 1n],
        ['c', 4n],
        ['d', 3n],
      ]);
    });

    it('have keys in ascending order of code points', () => {
      const database = withTable(make);
      const keys = [
        'b',
        'a',
        '10',
        '9',
        '',
        'é',
        '\u{1f600}',
        '\uffee',
        '__proto__',
        'constructor',
      ];
      for (const key of keys) database.writeRow('write', people, key, row({ a: 1n }));
      const ascending = [
        '',
        '10',
        '9',
        '__proto__',
        'a',
        'b',
        'constructor',
        'é',
        '\uffee',
        '\u{1f600}',
      ];
      expect(database.rowKeys(people)).toEqual(ascending);
      database.writeRow('write', people, 'aa', row({ a: 1n }));
      expect(database.rowKeys(people)).toHaveLength(11);
      expect(database.readRow(people, '__proto__')).toEqual(row({ a: 1n }));
    });

    it('need a table', () => {
      const database = make();
      const missing = { kind: 'no-table' };
      expect(database.readRow(people, 'k')).toEqual(missing);
      expect(database.writeRow('write', people, 'k', row({}))).toEqual(missing);
      expect(database.rowKeys(people)).toEqual(missing);
    });
  });

  describe(`${name}: tables`, () => {
    it('can be created only once', () => {
      expect(withTable(make).createTable(people)).toEqual({ kind: 'table-exists' });
    });

    it('are distinct if letter case or module differ', () => {
      const database = make();
      const names = [table('t', 'm'), table('T', 'm'), table('t', 'M'), table('t', 'n.m')];
      for (const each of names) expect(database.createTable(each)).toBeUndefined();
      names.forEach((each, i) => database.writeRow('insert', each, 'k', row({ i: BigInt(i) })));
      expect(names.map((each) => (database.readRow(each, 'k') as Row).get('i'))).toEqual([
        0n,
        1n,
        2n,
        3n,
      ]);
    });

    it('may have names of one kind of trouble', () => {
      const database = make();
      for (const each of ['__proto__', 'constructor', 'then', '10']) {
        expect(database.createTable(table(each, 'm'))).toBeUndefined();
        expect(database.rowKeys(table(each, 'm'))).toEqual([]);
      }
    });
  });

  describe(`${name}: modules, keysets, namespaces, defpacts`, () => {
    it('are read as they were written', () => {
      const database = make();
      const data = moduleData('ns.m', 'f');
      const moduleName = data.module.name;
      database.writeModule(data);
      expect(database.readModule(moduleName)?.module.hash).toBe(data.module.hash);
      expect(database.readModuleSource(moduleName, data.module.hash)).toBe('(module ns.m f)');
      expect(database.moduleSize(moduleName)).toBeGreaterThan(100);
      database.writeKeySet(new KeySetName('k', 'n'), keySet);
      expect(database.readKeySet(new KeySetName('k', 'n'))).toEqual(keySet);
      database.writeNamespace(namespace);
      expect(database.readNamespace('n')).toEqual(namespace);
      database.writeDefPact('id', exec);
      expect(database.readDefPact('id')).toEqual(exec);
      database.writeDefPact('id', 'completed');
      expect(database.readDefPact('id')).toBe('completed');
    });

    it('are unknown at first', () => {
      const database = make();
      expect(database.readModule(moduleNamed('m'))).toBeUndefined();
      expect(database.moduleSize(moduleNamed('m'))).toBeUndefined();
      expect(database.readModuleSource(moduleNamed('m'), 'x')).toBeUndefined();
      expect(database.readKeySet(new KeySetName('constructor'))).toBeUndefined();
      expect(database.readNamespace('__proto__')).toBeUndefined();
      expect(database.readDefPact('')).toBeUndefined();
      expect(database.moduleNames()).toEqual([]);
    });

    it('a module has one current version, with its source', () => {
      const database = make();
      const [first, second] = [moduleData('m', 'f'), moduleData('m', 'longer-name')];
      database.writeModule(first);
      const before = database.moduleSize(moduleNamed('m')) ?? 0;
      database.writeModule(second);
      expect(database.readModule(moduleNamed('m'))?.module.hash).toBe(second.module.hash);
      expect(database.moduleSize(moduleNamed('m'))).toBe(before + 10);
      const sources = [first, second].map(({ module }) =>
        database.readModuleSource(module.name, module.hash),
      );
      expect(sources).toEqual(['(module m f)', '(module m longer-name)']);
    });

    it('module names are in ascending order of full names', () => {
      const database = make();
      for (const each of ['b', 'a.z', 'a', 'B', 'a-']) database.writeModule(moduleData(each, 'f'));
      expect(database.moduleNames().map((each) => each.text)).toEqual(['B', 'a', 'a-', 'a.z', 'b']);
    });
  });

  describe(`${name}: transactions`, () => {
    it('are numbered from 0; only committed ones count', () => {
      const database = make();
      expect(database.begin()).toBe(0n);
      expect(database.begin()).toBeUndefined();
      expect(database.commit()).toEqual([]);
      expect(database.commit()).toBeUndefined();
      expect(database.begin()).toBe(1n);
      expect(database.rollback()).toEqual([]);
      expect(database.rollback()).toBeUndefined();
      expect(database.begin()).toBe(1n);
    });

    it('outside a transaction, writes are kept', () => {
      const database = withTable(make);
      database.writeRow('insert', people, 'before', row({ a: 1n }));
      database.begin();
      database.writeRow('insert', people, 'within', row({ a: 1n }));
      database.rollback();
      expect(database.rowKeys(people)).toEqual(['before']);
    });

    it('are rolled back completely', () => {
      const database = withTable(make);
      database.writeRow('insert', people, 'k', row({ a: 1n, b: 2n }));
      database.writeModule(moduleData('m', 'f'));
      database.writeDefPact('id', exec);
      const before = contents(database);
      database.begin();
      database.writeRow('update', people, 'k', row({ a: 5n }));
      database.writeRow('update', people, 'k', row({ b: 6n }));
      database.writeRow('insert', people, 'new', row({ a: 1n }));
      database.createTable(table('other', 'm'));
      database.writeRow('insert', table('other', 'm'), 'x', row({}));
      database.writeModule(moduleData('m', 'longer-name'));
      database.writeModule(moduleData('another', 'f'));
      database.writeKeySet(new KeySetName('k', 'n'), keySet);
      database.writeNamespace(namespace);
      database.writeDefPact('id', 'completed');
      expect(contents(database)).not.toBe(before);
      database.rollback();
      expect(contents(database)).toBe(before);
      // A table whose creation was rolled back can be created again, and is empty.
      expect(database.createTable(table('other', 'm'))).toBeUndefined();
      expect(database.rowKeys(table('other', 'm'))).toEqual([]);
    });

    it('are kept when committed', () => {
      const database = withTable(make);
      database.begin();
      database.writeRow('insert', people, 'k', row({ a: 1n }));
      database.commit();
      database.begin();
      database.rollback();
      expect(database.readRow(people, 'k')).toEqual(row({ a: 1n }));
    });

    it('log the whole stored documents in the order of the writes', () => {
      const database = make();
      database.begin();
      const data = moduleData('ns.m', 'f');
      database.writeModule(data);
      database.createTable(people);
      database.writeRow('insert', people, 'k', row({ a: 1n, b: 2n }));
      database.writeRow('update', people, 'k', row({ b: 3n }));
      database.writeRow('update', people, 'none', row({ b: 3n }));
      database.writeKeySet(new KeySetName('k', 'n'), keySet);
      database.writeNamespace(namespace);
      database.writeDefPact('id', 'completed');
      const log = database.commit() ?? [];
      expect(log.map(({ domain, key }) => `${domain} ${key}`)).toEqual([
        'SYS:Modules ns.m',
        `SYS:ModuleSources ns.m{${data.module.hash}}`,
        'SYS:usertables people',
        'ns.m_people k',
        'ns.m_people k',
        'SYS:KeySets n.k',
        'SYS:Namespaces n',
        'SYS:Pacts id',
      ]);
      expect(log[0]?.value.length).toBe(database.moduleSize(data.module.name));
      expect(decodeUtf8(log[2]?.value ?? new Uint8Array())).toBe(
        '{"utModule":{"namespace":"ns","name":"m"}}',
      );
      const rows = log.slice(3, 5).map(({ value }) => readRowDocument(value));
      expect(rows).toEqual([row({ a: 1n, b: 2n }), row({ a: 1n, b: 3n })]);
      expect([...(log[7]?.value ?? [])]).toEqual([0x00, 0x41, 0x80]);
    });

    it('are rolled back, with the log that they would have had', () => {
      const logOf = (end: (database: Database) => ReturnType<Database['commit']>): unknown => {
        const database = withTable(make);
        database.begin();
        database.writeRow('insert', people, 'k', row({ a: 1n }));
        database.writeRow('update', people, 'k', row({ a: 2n }));
        return end(database)?.map(({ domain, key, value }) => [domain, key, [...value]]);
      };
      expect(logOf((database) => database.rollback())).toEqual(
        logOf((database) => database.commit()),
      );
    });

    it('log a module that is stored again without its source', () => {
      const database = make();
      const data = moduleData('m', 'f');
      database.writeModule(data);
      database.begin();
      database.rewriteModule({ ...data, module: { ...data.module, txHash: `${'B'.repeat(42)}A` } });
      expect(database.commit()?.map(({ domain }) => domain)).toEqual(['SYS:Modules']);
      expect(database.readModule(data.module.name)?.module.txHash).toBe(`${'B'.repeat(42)}A`);
      expect(database.readModuleSource(data.module.name, data.module.hash)).toBe('(module m f)');
    });

    it('do not log what came before or was rolled back', () => {
      const database = withTable(make);
      database.begin();
      database.writeRow('insert', people, 'k', row({ a: 1n }));
      database.rollback();
      database.begin();
      expect(database.commit()).toEqual([]);
    });

    it('with any writes are rolled back exactly', () => {
      const write = fc.record({
        mode: fc.constantFrom('insert' as const, 'update' as const, 'write' as const),
        key: fc.constantFrom('a', 'b', 'c', 'd'),
        field: fc.constantFrom('x', 'y'),
        value: fc.bigInt({ min: 0n, max: 9n }),
      });
      const writes = fc.array(write, { maxLength: 12 });
      fc.assert(
        fc.property(writes, writes, (first, second) => {
          const database = withTable(make);
          const apply = (all: typeof first): void => {
            for (const { mode, key, field, value } of all) {
              database.writeRow(mode, people, key, row({ [field]: value }));
            }
          };
          apply(first);
          const before = contents(database);
          database.begin();
          apply(second);
          database.rollback();
          expect(contents(database)).toBe(before);
        }),
      );
    });
  });
}
