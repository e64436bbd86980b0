// The database for sealed commands: the tables, modules, keysets, namespaces and defpacts of one entity, on top of the
// public ones, which are read-only. Items of the entity hide public ones with the same name.

import { noSpan } from '../../base/span.ts';
import { compareText } from '../../base/text.ts';
import {
  evalError,
  type DefPactExec,
  type Hash,
  type KeySetGuard,
  type KeySetName,
  type ModuleData,
  type ModuleName,
  type Namespace,
  type TableName,
} from '../../lang/session/run.ts';
import {
  type Database,
  type DatabaseRefusal,
  type Row,
  type RowChange,
  type TransactionLogEntry,
  type TransactionOptions,
  type WriteMode,
} from '../../lang/session/store.ts';

export class EntityDatabase implements Database {
  private readonly own: Database;
  private readonly open: Database;

  constructor(own: Database, open: Database) {
    this.own = own;
    this.open = open;
  }

  readModule(name: ModuleName): ModuleData | undefined {
    return this.own.readModule(name) ?? this.open.readModule(name);
  }

  writeModule(data: ModuleData): void {
    this.refuseOpenModule(data.module.name);
    this.own.writeModule(data);
  }

  rewriteModule(data: ModuleData): void {
    this.refuseOpenModule(data.module.name);
    this.own.rewriteModule(data);
  }

  writeModuleSource(data: ModuleData): void {
    this.refuseOpenModule(data.module.name);
    this.own.writeModuleSource(data);
  }

  readModuleSource(name: ModuleName, hash: Hash): string | undefined {
    return this.own.readModuleSource(name, hash) ?? this.open.readModuleSource(name, hash);
  }

  moduleSize(name: ModuleName): number | undefined {
    return this.own.moduleSize(name) ?? this.open.moduleSize(name);
  }

  moduleNames(): readonly ModuleName[] {
    const all = [...this.open.moduleNames(), ...this.own.moduleNames()];
    const byText = new Map(all.map((name) => [name.text, name]));
    return [...byText.values()].sort((a, b) => compareText(a.text, b.text));
  }

  readKeySet(name: KeySetName): KeySetGuard | undefined {
    return this.own.readKeySet(name) ?? this.open.readKeySet(name);
  }

  writeKeySet(name: KeySetName, keySet: KeySetGuard): void {
    this.refuseOpen((database) => database.readKeySet(name), `keyset ${name.text}`);
    this.own.writeKeySet(name, keySet);
  }

  readNamespace(name: string): Namespace | undefined {
    return this.own.readNamespace(name) ?? this.open.readNamespace(name);
  }

  writeNamespace(namespace: Namespace): void {
    const { name } = namespace;
    this.refuseOpen((database) => database.readNamespace(name), `namespace ${name}`);
    this.own.writeNamespace(namespace);
  }

  /** Reads only defpacts that started in sealed commands: a step of a public one would change it. */
  readDefPact(pactId: string): DefPactExec | 'completed' | undefined {
    return this.own.readDefPact(pactId);
  }

  writeDefPact(pactId: string, exec: DefPactExec | 'completed'): void {
    this.own.writeDefPact(pactId, exec);
  }

  createTable(table: TableName): DatabaseRefusal | undefined {
    if (!this.owns(table)) throw publicFault(`table ${table.text}`);
    return this.own.createTable(table);
  }

  readRow(table: TableName, key: string): Row | DatabaseRefusal | undefined {
    return this.of(table).readRow(table, key);
  }

  writeRow(mode: WriteMode, table: TableName, key: string, row: Row): DatabaseRefusal | undefined {
    if (!this.owns(table)) throw publicFault(`table ${table.text}`);
    return this.own.writeRow(mode, table, key, row);
  }

  rowKeys(table: TableName): readonly string[] | DatabaseRefusal {
    return this.of(table).rowKeys(table);
  }

  rowChanges(table: TableName): readonly RowChange[] | undefined {
    return this.of(table).rowChanges(table);
  }

  begin(options?: TransactionOptions): bigint | undefined {
    return this.own.begin(options);
  }

  commit(): readonly TransactionLogEntry[] | undefined {
    return this.own.commit();
  }

  rollback(): readonly TransactionLogEntry[] | undefined {
    return this.own.rollback();
  }

  private of(table: TableName): Database {
    return this.owns(table) ? this.own : this.open;
  }

  /** Checks whether the entity owns a table, that is, its module. */
  private owns({ module }: TableName): boolean {
    return this.own.readModule(module) !== undefined;
  }

  private refuseOpenModule(name: ModuleName): void {
    this.refuseOpen((database) => database.readModule(name), `module ${name.text}`);
  }

  /** Refuses writes to an item that only the public state has. */
  private refuseOpen(read: (database: Database) => unknown, what: string): void {
    if (read(this.own) === undefined && read(this.open) !== undefined) throw publicFault(what);
  }
}

function publicFault(what: string): unknown {
  const cause = `a sealed command cannot write the public ${what}`;
  return evalError('EvalError', { cause }, noSpan);
}
