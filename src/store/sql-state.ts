// State on sql.js as its owner has it: the database that machines use, the states of the past, and
// the whole as bytes.

import type { Change, EntryStore } from './entries.ts';
import { PastEntries } from './past-entries.ts';
import { RecordedEntries, type Recorder } from './recorded-entries.ts';
import { EntryDatabase, type EntryDatabaseOptions } from './entry-database.ts';
import { SqlEntries, type SqlEntriesOptions } from './sql-entries.ts';

export type SqlStateOptions = SqlEntriesOptions &
  EntryDatabaseOptions & {
    /** Sees every change before it is made; what it throws prevents the change. */
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

  /** Bytes of memory that it takes, the states of the past included. */
  get bytes(): number {
    return this.entries.bytes;
  }

  /** Whatever was committed up to now belongs to heights up to this one. */
  endBlock(height: number): void {
    this.store.apply({ kind: 'mark', height });
  }

  /** Takes back every transaction after the end of a block. */
  rewindToHeight(height: number): void {
    this.takeBack(this.entries.transactionAfter(height), height);
  }

  /** Takes back this transaction and all later ones. */
  rewind(transaction: bigint): void {
    this.takeBack(transaction, undefined);
  }

  /** The state as it was at the end of a block. It can be read, and be written to as long as nothing is committed. */
  atHeight(height: number): EntryDatabase {
    return this.before(this.entries.transactionAfter(height));
  }

  /** The state as it was before this transaction. */
  before(transaction: bigint): EntryDatabase {
    const { info, cacheBytes, writeOver } = this.options;
    const past = new PastEntries(this.entries, transaction);
    return new EntryDatabase(past, { info, cacheBytes, writeOver });
  }

  /** Gives up the states before this transaction: less memory. */
  forgetBefore(transaction: bigint): void {
    this.store.apply({ kind: 'forget', transaction });
  }

  /** Makes a change that was recorded in another life. */
  apply(change: Change): void {
    this.store.apply(change);
    this.database.refresh();
  }

  /** The bytes to begin with another time; those of an SQLite file. */
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
