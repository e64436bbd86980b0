// Entries in SQLite (sql.js): a table of the current state, and a table of the documents that each transaction replaced.
// Reading the current state does not touch the latter.
//
// Keys are stored as UTF-8 bytes: SQLite compares bytes numerically, which is the order of code points, and keys may
// contain any character.

import type { Database as SqlConnection, SqlJsStatic, Statement } from 'sql.js';
import { utf8 } from '../../base/bytes.ts';
import { type Change, type Entry, StoreFault, type VersionedEntries } from './entries.ts';
import { type SqlJs } from './sql-js.ts';
import { blobOf, first, numberOf, textsOf } from './sql-statement.ts';
import { SqlVersions, versionTables } from './sql-versions.ts';

/** The version of the tables below; it must change with them. */
const layoutVersion = 1;

const tables = `
CREATE TABLE entries (
  space INTEGER NOT NULL, key BLOB NOT NULL, document BLOB NOT NULL, PRIMARY KEY (space, key)
) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value ANY) WITHOUT ROWID;
${versionTables}`;

/**
 * sql.js keeps its database in memory as a virtual file: a journal and locks would only cost time (measured: a factor of
 * five). The pragmas are set again whenever sql.js reopens the file.
 */
const pragmas = `
PRAGMA page_size = 8192;
PRAGMA journal_mode = MEMORY;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA synchronous = OFF;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -1024;
`;

export type SqlEntriesOptions = {
  readonly sql: SqlJs;
  /** A result of `image`; default: an empty store. */
  readonly image?: Uint8Array | undefined;
  /** Whether to keep the documents that transactions replaced, so that transactions can be reverted. */
  readonly keepsVersions?: boolean | undefined;
};

export class SqlEntries implements VersionedEntries {
  private readonly connection: SqlConnection;
  private readonly keepsVersions: boolean;
  private statements: Statements;
  private next: bigint;

  constructor({ sql, image, keepsVersions = false }: SqlEntriesOptions) {
    // The boundary: the package made it, see `SqlJsSource`.
    const { Database } = sql as SqlJsStatic;
    this.connection = new Database(image);
    this.keepsVersions = keepsVersions;
    this.statements = this.open(image === undefined);
    this.next = BigInt(this.setting('transaction') ?? 0);
    this.beginVersions();
  }

  get nextTransaction(): bigint {
    return this.next;
  }

  document(space: number, key: string): Uint8Array | undefined {
    return blobOf(first(this.statements.read, [space, utf8(key)]));
  }

  keys(space: number): string[] {
    const found: string[] = [];
    // SQLite orders numbers before all blobs.
    let last: number | Uint8Array = 0;
    for (;;) {
      const page = textsOf(first(this.statements.keys, [space, last, keysInPage]));
      for (const key of page) found.push(key);
      if (page.length < keysInPage) return found;
      last = utf8(page.at(-1) as string);
    }
  }

  apply(change: Change): void {
    this.atomically(() => this.perform(change));
  }

  /** Returns the whole state as the bytes of an SQLite file, to start from later. */
  image(): Uint8Array {
    this.set('transaction', Number(this.next));
    const bytes = this.connection.export();
    // The export has closed all statements and reopened the database.
    this.statements = this.open(false);
    return bytes;
  }

  /** The bytes of memory of the current state and the kept past. */
  get bytes(): number {
    const [pages = 0, pageBytes = 0] = ['page_count', 'page_size'].map((name) =>
      Number(this.connection.exec(`PRAGMA ${name}`)[0]?.values[0]?.[0] ?? 0),
    );
    return pages * pageBytes;
  }

  /** Returns a setting, which is stored beside the entries and included in `image`. */
  setting(name: string): string | number | undefined {
    const value = this.connection.exec('SELECT value FROM settings WHERE name = ?', [name])[0]
      ?.values[0]?.[0];
    return typeof value === 'string' || typeof value === 'number' ? value : undefined;
  }

  set(name: string, value: string | number): void {
    this.connection.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', [name, value]);
  }

  documentBefore(transaction: bigint, space: number, key: string): Uint8Array | undefined {
    return this.versionsFrom(transaction).documentBefore(numberOf(transaction), space, utf8(key));
  }

  keysBefore(transaction: bigint, space: number): string[] {
    return this.versionsFrom(transaction).keysBefore(numberOf(transaction), space);
  }

  /** Returns the transaction after a marked height. */
  transactionAfter(height: number): bigint {
    const transaction = this.statements.versions.transactionAt(height);
    if (transaction !== undefined) return BigInt(transaction);
    throw new StoreFault('not-kept', `the state of height ${height} is not kept`);
  }

  private versionsFrom(transaction: bigint): SqlVersions {
    const { versions } = this.statements;
    const isKept = this.keepsVersions && versions.firstKept <= numberOf(transaction);
    if (isKept && transaction <= this.next) return versions;
    throw new StoreFault('not-kept', `the state before transaction ${transaction} is not kept`);
  }

  /** Starts keeping versions: earlier ones do not exist. */
  private beginVersions(): void {
    const kept = this.setting('keeps versions') === 1;
    if (kept === this.keepsVersions) return;
    this.set('keeps versions', Number(this.keepsVersions));
    this.statements.versions.forget(numberOf(this.next));
  }

  close(): void {
    this.connection.close();
  }

  private open(isNew: boolean): Statements {
    const { connection } = this;
    try {
      connection.exec(pragmas);
      if (isNew) {
        connection.exec(tables);
        this.set('layout', layoutVersion);
      }
      const layout = this.setting('layout');
      if (layout !== layoutVersion) {
        throw new StoreFault(
          'foreign',
          `the stored state has the layout ${layout ?? 'of nothing'}`,
        );
      }
      return new Statements(connection);
    } catch (error) {
      throw faultOf(error, 'foreign', 'the bytes are not a stored state');
    }
  }

  private perform(change: Change): void {
    const { versions } = this.statements;
    switch (change.kind) {
      case 'write':
        for (const entry of change.entries) this.write(entry);
        this.next = change.nextTransaction;
        return;
      case 'mark':
        return versions.mark(change.height, numberOf(this.next));
      case 'rewind':
        this.versionsFrom(change.transaction).rewind(numberOf(change.transaction), change.height);
        this.next = change.transaction;
        return;
      case 'forget':
        return versions.forget(numberOf(change.transaction));
    }
  }

  private write({ space, key, document }: Entry): void {
    const bytes = utf8(key);
    if (this.keepsVersions) this.statements.versions.keep(space, bytes, numberOf(this.next));
    this.statements.write.run([space, bytes, document]);
  }

  private atomically(work: () => void): void {
    const { begin, commit, rollback } = this.statements;
    const { next } = this;
    begin.run();
    try {
      work();
      commit.run();
    } catch (error) {
      this.next = next;
      rollback.run();
      throw faultOf(error, 'unwritable', 'the state does not fit into memory');
    }
  }
}

/** Keys are read in pages, since a query costs more than a key, and a large table should not be copied at once. */
const keysInPage = 1000;

const keys = `SELECT json_group_array(CAST(key AS TEXT)) FROM
  (SELECT key FROM entries WHERE space = ? AND key > ? ORDER BY key LIMIT ?)`;

class Statements {
  readonly read: Statement;
  readonly keys: Statement;
  readonly write: Statement;
  readonly begin: Statement;
  readonly commit: Statement;
  readonly rollback: Statement;
  readonly versions: SqlVersions;

  constructor(connection: SqlConnection) {
    const prepare = (text: string): Statement => connection.prepare(text);
    this.read = prepare('SELECT document FROM entries WHERE space = ? AND key = ?');
    this.keys = prepare(keys);
    // REPLACE overwrites an existing entry; an upsert would read it first and take a third longer.
    this.write = prepare('REPLACE INTO entries VALUES (?, ?, ?)');
    this.begin = prepare('BEGIN');
    this.commit = prepare('COMMIT');
    this.rollback = prepare('ROLLBACK');
    this.versions = new SqlVersions(prepare);
  }
}

function faultOf(error: unknown, code: 'foreign' | 'unwritable', what: string): unknown {
  if (error instanceof StoreFault || !(error instanceof Error)) return error;
  return new StoreFault(code, `${what} (${error.message})`);
}
