// The in-memory engine: the REPL's database, and the model for the behaviour of other engines. It
// keeps values as objects and encodes documents only when their bytes or length are needed.
// Source: pact/Pact/Core/Persistence/MockPersistence.hs; sections 4.5 and 7.

import { Deferred } from '../../base/deferred.ts';
import type { ModuleData } from '../core/model/definition.ts';
import type { DefPactExec, Namespace } from '../core/model/defpact.ts';
import {
  defPactDocument,
  keySetDocument,
  moduleDocument,
  moduleDocumentSize,
  moduleSourceDocument,
  namespaceDocument,
  rowDocument,
  tableDocument,
} from '../core/encoding/document.ts';
import { fileInfo, type InfoFormat } from '../core/encoding/info-cbor.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { KeySetName, ModuleName, TableName } from '../values/names.ts';
import type { KeySetGuard } from '../values/value.ts';
import {
  mergedRow,
  sourceKey,
  withoutCode,
  type Database,
  type DatabaseRefusal,
  type Row,
  type RowChange,
  type TransactionLogEntry,
  type TransactionOptions,
  type WriteMode,
  type WriteOver,
} from './database.ts';
import { RowHistory } from './history.ts';
import { Store, UndoLog } from './store.ts';
import { LazyLogEntry, TransactionLog } from './transaction-log.ts';

type Transaction = {
  readonly undo: UndoLog;
  readonly log: TransactionLog;
  readonly writes: { readonly table: string; readonly key: string; readonly row: Row }[];
};

type StoredModule = {
  readonly data: Deferred<ModuleData>;
  /** The length of the document in bytes, once computed. */
  size: number | undefined;
};

type Contents = {
  readonly modules: Store<StoredModule>;
  /** The modules with the source texts. */
  readonly sources: Store<Deferred<ModuleData>>;
  readonly keySets: Store<KeySetGuard>;
  readonly namespaces: Store<Namespace>;
  readonly defPacts: Store<DefPactExec | 'completed'>;
  /** By `ns.module_table`, letters as written. */
  readonly tables: Store<Store<Row>>;
  readonly history: RowHistory | undefined;
};

export type MemoryOptions = {
  /** How positions are stored in modules: the length of a document depends on it. */
  readonly info?: InfoFormat;
  /** Default: `replace`, as in the reference's in-memory database. */
  readonly writeOver?: WriteOver;
  /** Remembers every row that a transaction commits. */
  readonly keepsHistory?: boolean;
  /** The state of another database; this database takes it over. */
  readonly goesOnFrom?: MemoryDatabaseState | undefined;
};

/** The state of a database between transactions. */
export type MemoryDatabaseState = {
  readonly contents: Omit<Contents, 'tables'> & {
    readonly tables: ReadonlyMap<string, Store<Row>>;
  };
  readonly nextTransaction: bigint;
};

const noTable: DatabaseRefusal = { kind: 'no-table' };

export class MemoryDatabase implements Database {
  private readonly info: InfoFormat;
  private readonly writeOver: WriteOver;
  private readonly contents: Contents;
  private nextTransaction: bigint;
  private transaction: Transaction | undefined;

  constructor(
    options: MemoryOptions = {},
    contents: Contents = contentsOf(options),
    nextTransaction = options.goesOnFrom?.nextTransaction ?? 0n,
  ) {
    this.info = options.info ?? fileInfo;
    this.writeOver = options.writeOver ?? 'replace';
    this.contents = contents;
    this.nextTransaction = nextTransaction;
  }

  /** `undefined` while a transaction is open. Its parts change with the database. */
  get state(): MemoryDatabaseState | undefined {
    if (this.transaction !== undefined) return undefined;
    const { contents, nextTransaction } = this;
    contents.history?.closeLayer();
    return { contents: { ...contents, tables: contents.tables.entries() }, nextTransaction };
  }

  readModule(name: ModuleName): ModuleData | undefined {
    return this.contents.modules.get(name.text)?.data.value;
  }

  writeModule(data: ModuleData): void {
    this.storeSource(this.storeModule(data));
  }

  rewriteModule(data: ModuleData): void {
    this.storeModule(data);
  }

  writeModuleSource(data: ModuleData): void {
    this.storeSource(Deferred.of(data));
  }

  readModuleSource(name: ModuleName, hash: Hash): string | undefined {
    return this.contents.sources.get(sourceKey(name, hash))?.value.module.code;
  }

  moduleSize(name: ModuleName): number | undefined {
    const stored = this.contents.modules.get(name.text);
    if (stored === undefined) return undefined;
    if (stored.size === undefined) {
      stored.size = moduleDocumentSize(stored.data.value, this.info);
      this.contents.modules.changes++;
    }
    return stored.size;
  }

  moduleNames(): readonly ModuleName[] {
    const { modules } = this.contents;
    return modules.keys().flatMap((key) => modules.get(key)?.data.value.module.name ?? []);
  }

  readKeySet(name: KeySetName): KeySetGuard | undefined {
    return this.contents.keySets.get(name.text);
  }

  writeKeySet(name: KeySetName, keySet: KeySetGuard): void {
    this.contents.keySets.set(name.text, keySet, this.undo);
    this.log('SYS:KeySets', name.text, () => keySetDocument(keySet));
  }

  readNamespace(name: string): Namespace | undefined {
    return this.contents.namespaces.get(name);
  }

  writeNamespace(namespace: Namespace): void {
    this.contents.namespaces.set(namespace.name, namespace, this.undo);
    this.log('SYS:Namespaces', namespace.name, () => namespaceDocument(namespace));
  }

  readDefPact(pactId: string): DefPactExec | 'completed' | undefined {
    return this.contents.defPacts.get(pactId);
  }

  writeDefPact(pactId: string, exec: DefPactExec | 'completed'): void {
    this.contents.defPacts.set(pactId, exec, this.undo);
    this.log('SYS:Pacts', pactId, () => defPactDocument(exec));
  }

  createTable(table: TableName): DatabaseRefusal | undefined {
    if (this.contents.tables.has(table.text)) return { kind: 'table-exists' };
    this.contents.tables.set(table.text, new Store(), this.undo);
    this.log('SYS:usertables', table.name, () => tableDocument(table.module));
    return undefined;
  }

  readRow(table: TableName, key: string): Row | DatabaseRefusal | undefined {
    const rows = this.contents.tables.get(table.text);
    return rows === undefined ? noTable : rows.get(key);
  }

  writeRow(mode: WriteMode, table: TableName, key: string, row: Row): DatabaseRefusal | undefined {
    const rows = this.contents.tables.get(table.text);
    if (rows === undefined) return noTable;
    if (mode === 'insert' && rows.has(key)) return { kind: 'row-exists' };
    const merges = mode === 'update' || (mode === 'write' && this.writeOver === 'merge');
    const stored = merges ? rows.get(key) : undefined;
    if (mode === 'update' && stored === undefined) return { kind: 'no-row' };
    // A log entry contains the whole row.
    const written = stored === undefined ? row : mergedRow(stored, row);
    rows.set(key, written, this.undo);
    this.log(table.text, key, () => rowDocument(written));
    if (this.contents.history !== undefined) {
      this.transaction?.writes.push({ table: table.text, key, row: written });
    }
    return undefined;
  }

  rowKeys(table: TableName): readonly string[] | DatabaseRefusal {
    return this.contents.tables.get(table.text)?.keys() ?? noTable;
  }

  rowChanges(table: TableName): readonly RowChange[] | undefined {
    return this.contents.history?.of(table);
  }

  begin(options?: TransactionOptions): bigint | undefined {
    if (this.transaction !== undefined) return undefined;
    this.transaction = { undo: new UndoLog(), log: new TransactionLog(options), writes: [] };
    return this.nextTransaction;
  }

  commit(): readonly TransactionLogEntry[] | undefined {
    const { transaction } = this;
    if (transaction === undefined) return undefined;
    this.transaction = undefined;
    this.remember(transaction);
    this.nextTransaction++;
    return transaction.log.entries;
  }

  /** The next transaction reuses the id. */
  rollback(): readonly TransactionLogEntry[] | undefined {
    const { transaction } = this;
    if (transaction === undefined) return undefined;
    this.transaction = undefined;
    transaction.undo.undo();
    return transaction.log.entries;
  }

  /**
   * Returns an independent database with the same contents, without a transaction. Values are shared,
   * because they never change.
   */
  copy(): MemoryDatabase {
    const { modules, sources, keySets, namespaces, defPacts, tables, history } = this.contents;
    const contents: Contents = {
      modules: modules.copy(),
      sources: sources.copy(),
      keySets: keySets.copy(),
      namespaces: namespaces.copy(),
      defPacts: defPacts.copy(),
      tables: tables.copy((rows) => rows.copy()),
      history: history?.copy(),
    };
    const { info, writeOver, nextTransaction } = this;
    return new MemoryDatabase({ info, writeOver }, contents, nextTransaction);
  }

  private storeModule(data: ModuleData): Deferred<ModuleData> {
    const { name } = data.module;
    const stored = Deferred.of(withoutCode(data));
    this.contents.modules.set(name.text, { data: stored, size: undefined }, this.undo);
    this.log('SYS:Modules', name.text, () => moduleDocument(data, this.info));
    return stored;
  }

  private storeSource(data: Deferred<ModuleData>): void {
    const { name, hash, code } = data.value.module;
    const key = sourceKey(name, hash);
    this.contents.sources.set(key, data, this.undo);
    this.log('SYS:ModuleSources', key, () => moduleSourceDocument(code));
  }

  /** Writes outside a transaction are permanent and cannot be undone. */
  private get undo(): UndoLog | undefined {
    return this.transaction?.undo;
  }

  private remember({ writes }: Transaction): void {
    for (const { table, key, row } of writes) {
      this.contents.history?.add(table, { transaction: this.nextTransaction, key, row });
    }
  }

  private log(domain: string, key: string, encode: () => Uint8Array): void {
    this.transaction?.log.add(new LazyLogEntry(domain, key, encode));
  }
}

function contentsOf({ keepsHistory = false, goesOnFrom }: MemoryOptions): Contents {
  if (goesOnFrom !== undefined) {
    const { contents } = goesOnFrom;
    return { ...contents, tables: Store.filledBy(() => new Map(contents.tables)) };
  }
  return {
    modules: new Store(),
    sources: new Store(),
    keySets: new Store(),
    namespaces: new Store(),
    defPacts: new Store(),
    tables: new Store(),
    history: keepsHistory ? new RowHistory() : undefined,
  };
}
