// Creates the database of a session: in memory by default.

import {
  MemoryDatabase,
  type Database,
  type MemoryDatabaseState,
} from '../../lang/session/store.ts';

/** Creates an empty database, or one with the state of another session's database. */
export type MakeDatabase = (state?: MemoryDatabaseState) => Database;

export const memoryDatabase: MakeDatabase = (goesOnFrom) =>
  new MemoryDatabase({ writeOver: 'replace', keepsHistory: true, goesOnFrom });
