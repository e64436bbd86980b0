// The public interface of the storage on disk.

export { DiskEntries, entryTables } from './disk-entries.ts';
export { type DiskTable } from './disk-table.ts';
export { Environment, progressPlaces } from './environment.ts';
