// Entries in SQLite, as sql.js has it: one table of the present state, beside it what each transaction replaced. The
// present is read without looking at the past.
//
// Keys are stored as their UTF-8 bytes: SQLite orders bytes as numbers, which is the order of code
// points, and texts may hold any character.

import type { Database as SqlConnection, SqlJsStatic, Statement } from 'sql.js';
import { utf8 } from '../base/bytes.ts';
import type { Change, Entry, VersionedEntries } from './entries.ts';
import { StoreFault } from './fault.ts';
import type { SqlJs } from './sql-js.ts';
import { blobOf, first, numberOf, textsOf } from './sql-statement.ts';
import { SqlVersions, versionTables } from './sql-versions.ts';

/** Of the tables below; a change of them is a new number. */
const layoutVersion = 1;

const tables = `
CREATE TABLE entries (
  space INTEGER NOT NULL, key BLOB NOT NULL, document BLOB NOT NULL, PRIMARY KEY (space, key)
) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value ANY) WITHOUT ROWID;
${versionTables}`;

/**
 * sql.js keeps its database in memory, as a file of its own: a journal and locks there would only
 * cost (measured: five times). They are asked for again whenever it opens the file again.
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
  /** What `image` gave. Without it, an empty store. */
  readonly image?: Uint8Array | undefined;
  /** Remembers what each transaction replaced, so that it can be taken back. */
  readonly keepsVersions?: boolean | undefined;
};

export class SqlEntries implements VersionedEntries {
  private readonly connection: SqlConnection;
  private readonly keepsVersions: boolean;
  private statements: Statements;
  private next: bigint;

  constructor({ sql, image, keepsVersions = false }: SqlEntriesOptions) {
    // It is what the package made: see `SqlJsSource`.
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
    // A number is below all bytes.
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

  /** The whole state, to begin with another time. It is the bytes of an SQLite file. */
  image(): Uint8Array {
    this.set('transaction', Number(this.next));
    const bytes = this.connection.export();
    // That ended every statement and opened the database anew.
    this.statements = this.open(false);
    return bytes;
  }

  /** Bytes of memory that the present and the kept past take. */
  get bytes(): number {
    const [pages = 0, pageBytes = 0] = ['page_count', 'page_size'].map((name) =>
      Number(this.connection.exec(`PRAGMA ${name}`)[0]?.values[0]?.[0] ?? 0),
    );
    return pages * pageBytes;
  }

  /** A note beside the entries, kept by `image`. */
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

  /** The transaction that came after a marked height. */
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

  /** Who keeps versions from now on has none of what came before. */
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
      throw faultOf(error, 'foreign', 'the bytes are no stored state');
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

/** In one piece, since an answer costs more than a key does; a large table is not copied whole. */
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
    // An entry is put over the one that is there; an upsert would look at that first (a third longer).
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
