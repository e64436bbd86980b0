// The database of a machine over stored entries. The writes of a transaction are held separately and stored in one change
// on commit; a rollback drops them.

import {
  fileInfo,
  mergedRow,
  parseModuleName,
  RowHistory,
  sourceKey,
  tableDocument,
  withoutCode,
  type Database,
  type DatabaseRefusal,
  type DefPactExec,
  type Hash,
  type InfoFormat,
  type KeySetGuard,
  type KeySetName,
  type ModuleData,
  type ModuleName,
  type Namespace,
  type Row,
  type RowChange,
  type TableName,
  TransactionLog,
  type TransactionLogEntry,
  type TransactionOptions,
  type WriteMode,
  type WriteOver,
} from '../../lang/session/store.ts';
import { CacheRoom } from './cache.ts';
import * as codecs from './codecs.ts';
import { firstTable, spaces, type Entry, type EntryKey, type EntryStore } from './entries.ts';
import { Space, type Codec, type WrittenSpace } from './space.ts';

export type EntryDatabaseOptions = {
  /** The format of positions in modules, which affects the length of documents. */
  readonly info?: InfoFormat | undefined;
  /** Default `merge`, as in nodes and the reference's SQLite. */
  readonly writeOver?: WriteOver | undefined;
  /** Whether to keep every committed row in memory, as long as this object lives. */
  readonly keepsHistory?: boolean | undefined;
  /** The bytes of memory for the cache of recent entries. */
  readonly cacheBytes?: number | undefined;
};

type Transaction = {
  readonly log: TransactionLog;
  readonly rows: { readonly table: string; readonly key: string; readonly row: Row }[];
  /** The spaces that the transaction has written to, in the order of the first writes. */
  readonly written: Set<WrittenSpace>;
};

/** Enough for the accounts and modules that a busy block uses. */
const defaultCacheBytes = 8 * 1024 * 1024;

const noTable: DatabaseRefusal = { kind: 'no-table' };

export class EntryDatabase implements Database {
  private readonly store: EntryStore;
  private readonly room: CacheRoom;
  private readonly writeOver: WriteOver;
  private readonly modules: Space<ModuleData>;
  private readonly sources: Space<string>;
  private readonly keySets: Space<KeySetGuard>;
  private readonly namespaces: Space<Namespace>;
  private readonly defPacts: Space<DefPactExec | 'completed'>;
  private readonly tables: Space<codecs.StoredTable>;
  private readonly rows = new Map<number, Space<Row>>();
  private history: RowHistory | undefined;
  private transaction: Transaction | undefined;

  constructor(store: EntryStore, options: EntryDatabaseOptions = {}) {
    const { info = fileInfo, cacheBytes = defaultCacheBytes, keepsHistory = false } = options;
    this.store = store;
    this.writeOver = options.writeOver ?? 'merge';
    this.room = new CacheRoom(cacheBytes);
    this.sources = this.space(spaces.sources, codecs.sources);
    this.modules = this.space(
      spaces.modules,
      codecs.modules(info, ({ name, hash }) => this.readModuleSource(name, hash) ?? ''),
    );
    this.keySets = this.space(spaces.keySets, codecs.keySets);
    this.namespaces = this.space(spaces.namespaces, codecs.namespaces);
    this.defPacts = this.space(spaces.defPacts, codecs.defPacts);
    this.tables = this.space(spaces.tables, codecs.tables);
    const isFresh = store.nextTransaction === 0n;
    this.history = keepsHistory && isFresh ? new RowHistory() : undefined;
  }

  readModule(name: ModuleName): ModuleData | undefined {
    return this.modules.get(name.text);
  }

  writeModule(data: ModuleData): void {
    this.together(() => {
      this.rewriteModule(data);
      this.writeModuleSource(data);
    });
  }

  rewriteModule(data: ModuleData): void {
    const { text } = data.module.name;
    this.log('SYS:Modules', text, this.write(this.modules, text, withoutCode(data)));
  }

  writeModuleSource({ module: { name, hash, code } }: ModuleData): void {
    const key = sourceKey(name, hash);
    this.log('SYS:ModuleSources', key, this.write(this.sources, key, code));
  }

  readModuleSource(name: ModuleName, hash: Hash): string | undefined {
    return this.sources.get(sourceKey(name, hash));
  }

  moduleSize(name: ModuleName): number | undefined {
    return this.modules.size(name.text);
  }

  moduleNames(): readonly ModuleName[] {
    return this.modules.keys().flatMap((key) => parseModuleName(key) ?? []);
  }

  readKeySet(name: KeySetName): KeySetGuard | undefined {
    return this.keySets.get(name.text);
  }

  writeKeySet(name: KeySetName, keySet: KeySetGuard): void {
    this.log('SYS:KeySets', name.text, this.write(this.keySets, name.text, keySet));
  }

  readNamespace(name: string): Namespace | undefined {
    return this.namespaces.get(name);
  }

  writeNamespace(namespace: Namespace): void {
    const { name } = namespace;
    this.log('SYS:Namespaces', name, this.write(this.namespaces, name, namespace));
  }

  readDefPact(pactId: string): DefPactExec | 'completed' | undefined {
    return this.defPacts.get(pactId);
  }

  writeDefPact(pactId: string, exec: DefPactExec | 'completed'): void {
    this.log('SYS:Pacts', pactId, this.write(this.defPacts, pactId, exec));
  }

  createTable(table: TableName): DatabaseRefusal | undefined {
    if (this.tables.get(table.text) !== undefined) return { kind: 'table-exists' };
    const document = tableDocument(table.module);
    const space = firstTable + this.tables.keys().length;
    this.write(this.tables, table.text, { space, document });
    this.log('SYS:usertables', table.name, document);
    return undefined;
  }

  readRow(table: TableName, key: string): Row | DatabaseRefusal | undefined {
    const rows = this.rowsOf(table);
    return rows === undefined ? noTable : rows.get(key);
  }

  writeRow(mode: WriteMode, table: TableName, key: string, row: Row): DatabaseRefusal | undefined {
    const rows = this.rowsOf(table);
    if (rows === undefined) return noTable;
    const replaces = mode === 'write' && this.writeOver === 'replace';
    const stored = replaces ? undefined : rows.get(key);
    if (mode === 'insert' && stored !== undefined) return { kind: 'row-exists' };
    if (mode === 'update' && stored === undefined) return { kind: 'no-row' };
    const written = stored === undefined ? row : mergedRow(stored, row);
    this.log(table.text, key, this.write(rows, key, written));
    if (this.history !== undefined) {
      this.transaction?.rows.push({ table: table.text, key, row: written });
    }
    return undefined;
  }

  rowKeys(table: TableName): readonly string[] | DatabaseRefusal {
    return this.rowsOf(table)?.keys() ?? noTable;
  }

  rowChanges(table: TableName): readonly RowChange[] | undefined {
    return this.history?.of(table);
  }

  begin(options?: TransactionOptions): bigint | undefined {
    if (this.transaction !== undefined) return undefined;
    this.transaction = newTransaction(options);
    return this.store.nextTransaction;
  }

  commit(): readonly TransactionLogEntry[] | undefined {
    const { transaction } = this;
    if (transaction === undefined) return undefined;
    this.transaction = undefined;
    const { nextTransaction: id } = this.store;
    this.settle(transaction.written, id + 1n);
    for (const { table, key, row } of transaction.rows) {
      this.history?.add(table, { transaction: id, key, row });
    }
    return transaction.log.entries;
  }

  /** Rolls back. The next transaction gets the same id. */
  rollback(): readonly TransactionLogEntry[] | undefined {
    const { transaction } = this;
    if (transaction === undefined) return undefined;
    this.transaction = undefined;
    for (const space of transaction.written) space.discard();
    return transaction.log.entries;
  }

  /** Drops everything that was read, and the open transaction, because the stored entries have changed. */
  refresh(): void {
    this.rollback();
    this.room.clear();
    // An incomplete history would give wrong answers.
    this.history = undefined;
  }

  /** Like `refresh`, if only these entries have changed. */
  forget(changed: Iterable<EntryKey>): void {
    this.rollback();
    for (const { space, key } of changed) this.spaceOf(space)?.forget(key);
    this.history = undefined;
  }

  private spaceOf(number: number): { forget(key: string): void } | undefined {
    switch (number) {
      case spaces.modules:
        return this.modules;
      case spaces.sources:
        return this.sources;
      case spaces.keySets:
        return this.keySets;
      case spaces.namespaces:
        return this.namespaces;
      case spaces.defPacts:
        return this.defPacts;
      case spaces.tables:
        return this.tables;
      default:
        return this.rows.get(number);
    }
  }

  private rowsOf(table: TableName): Space<Row> | undefined {
    const number = this.tables.get(table.text)?.space;
    if (number === undefined) return undefined;
    const known = this.rows.get(number);
    if (known !== undefined) return known;
    const rows = this.space(number, codecs.rows);
    this.rows.set(number, rows);
    return rows;
  }

  private space<T>(number: number, codec: Codec<T>): Space<T> {
    return new Space(number, codec, this.store, this.room);
  }

  /** Writes a value; returns its document. */
  private write<T>(space: Space<T>, key: string, value: T): Uint8Array {
    const document = space.write(key, value);
    if (this.transaction !== undefined) this.transaction.written.add(space);
    else this.settle([space]);
    return document;
  }

  /** Combines several writes into one change, also outside of a transaction. */
  private together(work: () => void): void {
    if (this.transaction !== undefined) return work();
    const transaction = newTransaction();
    this.transaction = transaction;
    try {
      work();
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.transaction = undefined;
    this.settle(transaction.written);
  }

  /** Stores the writes; if that fails, none of them is kept. */
  private settle(
    written: Iterable<WrittenSpace>,
    nextTransaction = this.store.nextTransaction,
  ): void {
    const entries: Entry[] = [];
    for (const space of written) space.addEntries(entries);
    try {
      this.store.apply({ kind: 'write', entries, nextTransaction });
    } catch (error) {
      for (const space of written) space.discard();
      throw error;
    }
    for (const space of written) space.keep();
  }

  private log(domain: string, key: string, value: Uint8Array): void {
    this.transaction?.log.add({ domain, key, value });
  }
}

function newTransaction(options?: TransactionOptions): Transaction {
  return { log: new TransactionLog(options), rows: [], written: new Set() };
}
