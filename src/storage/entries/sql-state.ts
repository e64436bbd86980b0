// State on sql.js for its owner: the database for machines, past states, and the whole state as bytes.
import type { Change, EntryStore } from './entries.ts';
import { PastEntries, RecordedEntries, type Recorder } from './held-entries.ts';
import { EntryDatabase, type EntryDatabaseOptions } from './entry-database.ts';
import { SqlEntries, type SqlEntriesOptions } from './sql-entries.ts';

export type SqlStateOptions = SqlEntriesOptions &
  EntryDatabaseOptions & {
    /** Called with every change before it is made; an exception prevents the change. */
    readonly record?: Recorder | undefined;
  };

export class SqlState {
  readonly database: EntryDatabase;
  private readonly entries: SqlEntries;
  private readonly store: EntryStore;
  private readonly options: SqlStateOptions;

  constructor(options: SqlStateOptions) {
    this.options = options;
    this.entries = new SqlEntries(options);
    const { record } = options;
    this.store = record === undefined ? this.entries : new RecordedEntries(this.entries, record);
    this.database = new EntryDatabase(this.store, options);
  }

  /** The id of the next transaction. */
  get nextTransaction(): bigint {
    return this.entries.nextTransaction;
  }

  /** The bytes of memory in use, including past states. */
  get bytes(): number {
    return this.entries.bytes;
  }

  /** Marks that everything committed so far belongs to heights up to this one. */
  endBlock(height: number): void {
    this.store.apply({ kind: 'mark', height });
  }

  /** Reverts every transaction after the end of a block. */
  rewindToHeight(height: number): void {
    this.takeBack(this.entries.transactionAfter(height), height);
  }

  /** Reverts this transaction and all later ones. */
  rewind(transaction: bigint): void {
    this.takeBack(transaction, undefined);
  }

  /** Returns the state at the end of a block. It can be read, and written to as long as nothing is committed. */
  atHeight(height: number): EntryDatabase {
    return this.before(this.entries.transactionAfter(height));
  }

  /** Returns the state before this transaction. */
  before(transaction: bigint): EntryDatabase {
    const { info, cacheBytes, writeOver } = this.options;
    const past = new PastEntries(this.entries, transaction);
    return new EntryDatabase(past, { info, cacheBytes, writeOver });
  }

  /** Drops the states before this transaction, which frees memory. */
  forgetBefore(transaction: bigint): void {
    this.store.apply({ kind: 'forget', transaction });
  }

  /** Makes a change that an earlier process recorded. */
  apply(change: Change): void {
    this.store.apply(change);
    this.database.refresh();
  }

  /** Returns the state as the bytes of an SQLite file, to start from later. */
  image(): Uint8Array {
    return this.entries.image();
  }

  close(): void {
    this.entries.close();
  }

  private takeBack(transaction: bigint, height: number | undefined): void {
    this.store.apply({ kind: 'rewind', transaction, height });
    this.database.refresh();
  }
}
