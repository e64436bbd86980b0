// The documents that transactions replaced, for reverting transactions and for reading past states. `old` in a row of
// transaction n is the document of the key before n; NULL if there was none. Transactions never remove entries, so an
// earlier key still exists.

import type { Statement } from 'sql.js';
import { all, blobOf, first, keyOf } from './sql-statement.ts';

export const versionTables = `
CREATE TABLE versions (
  space INTEGER NOT NULL, key BLOB NOT NULL, transaction_id INTEGER NOT NULL, old BLOB,
  PRIMARY KEY (space, key, transaction_id)
) WITHOUT ROWID;
CREATE INDEX versions_by_transaction ON versions (transaction_id);
CREATE TABLE heights (height INTEGER PRIMARY KEY, transaction_id INTEGER NOT NULL);
`;

/** Selects the first version from a transaction on, which is the state before it. */
const oldest = `SELECT v.old FROM versions v WHERE v.space = e.space AND v.key = e.key
  AND v.transaction_id >= ?1 ORDER BY v.transaction_id LIMIT 1`;

const isChanged = `EXISTS (SELECT 1 FROM versions v WHERE v.space = e.space AND v.key = e.key
  AND v.transaction_id >= ?1)`;

export class SqlVersions {
  private readonly statements: Record<keyof typeof texts, Statement>;

  constructor(prepare: (text: string) => Statement) {
    this.statements = {
      keep: prepare(texts.keep),
      documentBefore: prepare(texts.documentBefore),
      keysBefore: prepare(texts.keysBefore),
      mark: prepare(texts.mark),
      transactionAt: prepare(texts.transactionAt),
      kept: prepare(texts.kept),
      removeNew: prepare(texts.removeNew),
      restoreOld: prepare(texts.restoreOld),
      dropVersions: prepare(texts.dropVersions),
      dropHeights: prepare(texts.dropHeights),
      forgetVersions: prepare(texts.forgetVersions),
      forgetHeights: prepare(texts.forgetHeights),
      setKept: prepare(texts.setKept),
    };
  }

  /** Keeps the document of a key, unless the transaction has replaced it before. */
  keep(space: number, key: Uint8Array, transaction: number): void {
    this.statements.keep.run([transaction, space, key]);
  }

  documentBefore(transaction: number, space: number, key: Uint8Array): Uint8Array | undefined {
    return blobOf(first(this.statements.documentBefore, [transaction, space, key]));
  }

  keysBefore(transaction: number, space: number): string[] {
    return all(this.statements.keysBefore, [transaction, space]).map(keyOf);
  }

  mark(height: number, transaction: number): void {
    this.statements.mark.run([height, transaction]);
  }

  /** Returns the first transaction after a height. */
  transactionAt(height: number): number | undefined {
    const found = first(this.statements.transactionAt, [height]);
    return typeof found === 'number' ? found : undefined;
  }

  /** The first transaction that can be reverted. */
  get firstKept(): number {
    const found = first(this.statements.kept, []);
    return typeof found === 'number' ? found : 0;
  }

  rewind(transaction: number, height: number | undefined): void {
    const { removeNew, restoreOld, dropVersions, dropHeights } = this.statements;
    for (const each of [removeNew, restoreOld, dropVersions]) each.run([transaction]);
    dropHeights.run([transaction, height ?? null]);
  }

  forget(transaction: number): void {
    const { forgetVersions, forgetHeights, setKept } = this.statements;
    for (const each of [forgetVersions, forgetHeights, setKept]) each.run([transaction]);
  }
}

const texts = {
  keep: `INSERT OR IGNORE INTO versions VALUES (?2, ?3, ?1,
    (SELECT document FROM entries WHERE space = ?2 AND key = ?3))`,
  documentBefore: `SELECT CASE WHEN ${isChanged} THEN (${oldest}) ELSE e.document END
    FROM entries e WHERE e.space = ?2 AND e.key = ?3`,
  keysBefore: `SELECT e.key FROM entries e WHERE e.space = ?2
    AND NOT (${isChanged} AND (${oldest}) IS NULL) ORDER BY e.key`,
  mark: 'INSERT OR REPLACE INTO heights VALUES (?, ?)',
  transactionAt: 'SELECT transaction_id FROM heights WHERE height = ?',
  kept: "SELECT value FROM settings WHERE name = 'first kept'",
  removeNew: `DELETE FROM entries WHERE (space, key) IN (
    SELECT space, key FROM versions WHERE transaction_id >= ?1 AND old IS NULL)`,
  // Several of the transactions may have replaced a key: the first one has the state before all of them.
  restoreOld: `INSERT OR REPLACE INTO entries
    SELECT v.space, v.key, v.old FROM versions v WHERE v.transaction_id >= ?1
      AND v.old IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM versions earlier WHERE earlier.space = v.space AND earlier.key = v.key
          AND earlier.transaction_id >= ?1 AND earlier.transaction_id < v.transaction_id)`,
  dropVersions: 'DELETE FROM versions WHERE transaction_id >= ?1',
  dropHeights: 'DELETE FROM heights WHERE transaction_id > ?1 OR height > ?2',
  forgetVersions: 'DELETE FROM versions WHERE transaction_id < ?1',
  forgetHeights: 'DELETE FROM heights WHERE transaction_id < ?1',
  setKept: "INSERT OR REPLACE INTO settings VALUES ('first kept', ?1)",
} as const;
