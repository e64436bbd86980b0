// Where the state of a session is: in memory, unless its maker says otherwise.

import { MemoryDatabase, type Database, type MemoryDatabaseState } from '../lang/session/store.ts';

/** Empty, or in the state that the database of another session was in. */
export type MakeDatabase = (state?: MemoryDatabaseState) => Database;

export const memoryDatabase: MakeDatabase = (goesOnFrom) =>
  new MemoryDatabase({ writeOver: 'replace', keepsHistory: true, goesOnFrom });
