// A database whose committed logs can be read afterwards.

import { MemoryDatabase, type Database } from '../../src/lang/session/store.ts';
import type { TransactionLogEntry } from '../../src/lang/session/store.ts';

export function recordingLog(database: Database): {
  readonly database: Database;
  /** The log entries of all transactions, in order. */
  readonly log: readonly TransactionLogEntry[];
} {
  if (!(database instanceof MemoryDatabase)) throw new Error('a database in memory is asked for');
  const log: TransactionLogEntry[] = [];
  const commit = database.commit.bind(database);
  database.commit = () => {
    const entries = commit();
    log.push(...(entries ?? []));
    return entries;
  };
  return { database, log };
}
