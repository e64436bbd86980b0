// The public interface of the store.

export { Cache, CacheRoom } from './cache.ts';
export { changeBytes, readChange } from './change-bytes.ts';
export {
  type Change,
  type Entry,
  type EntryKey,
  type EntryReader,
  type EntrySource,
  type EntryStore,
  firstTable,
  receiptBytes,
  spaces,
  type VersionedEntries,
} from './entries.ts';
export { EntryDatabase, type EntryDatabaseOptions } from './entry-database.ts';
export { keysIn, rowIn } from './table-rows.ts';
export { isStoreFault, StoreFault } from './entries.ts';
export { Cover, emptyContent, entriesOf, type HeldContent, HeldEntries } from './held-entries.ts';
export { MemoryEntries } from './memory-entries.ts';
export { PastEntries } from './held-entries.ts';
export { SqlEntries } from './sql-entries.ts';
export { openSqlJs, type SqlJs } from './sql-js.ts';
export { SqlState, type SqlStateOptions } from './sql-state.ts';
