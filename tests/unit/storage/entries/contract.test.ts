import { describeDatabase } from '../../../support/database-contract.ts';
import { describeWritesOver } from '../../../support/write-over-contract.ts';
import { describeEntries } from '../../../support/entries-contract.ts';
import {
  EntryDatabase,
  HeldEntries,
  MemoryEntries,
  SqlEntries,
} from '../../../../src/storage/entries/index.ts';
import { diskEntries } from '../../../support/disk-entries.ts';
import { sqlJs, sqlState } from '../../../support/sql-js.ts';

describeDatabase('sql.js', () => sqlState().database);
describeDatabase('sql.js with versions', () => sqlState({ keepsVersions: true }).database);
// A cache of zero bytes: everything is read again.
describeDatabase('sql.js without a cache', () => sqlState({ cacheBytes: 0 }).database);

describeWritesOver('sql.js', 'merge', () => sqlState().database);
describeWritesOver('sql.js without a cache', 'merge', () => sqlState({ cacheBytes: 0 }).database);
describeWritesOver(
  'sql.js that replaces rows',
  'replace',
  () => sqlState({ writeOver: 'replace' }).database,
);

const sqlEntries = (): SqlEntries => new SqlEntries({ sql: sqlJs, keepsVersions: true });
/** A block on top of a state that is not empty. */
function held(): HeldEntries {
  const below = new MemoryEntries();
  const entries = [{ space: 99, key: 'k', document: new Uint8Array() }];
  below.apply({ kind: 'write', entries, nextTransaction: 5n });
  return new HeldEntries(below, 5n);
}

describeEntries('sql.js with versions', sqlEntries);
describeEntries('memory', () => new MemoryEntries());
describeEntries('LMDB', () => diskEntries());
describeEntries('LMDB whose steps are ended', () => diskEntries({ endsSteps: true }));
describeEntries('held in a block', held);

describeDatabase('entries in LMDB', () => new EntryDatabase(diskEntries(), { cacheBytes: 0 }));
describeDatabase('entries in memory', () => new EntryDatabase(new MemoryEntries()));
describeDatabase(
  'entries held in a block over memory',
  () => new EntryDatabase(new HeldEntries(new MemoryEntries(), 0n), { cacheBytes: 0 }),
);
describeDatabase(
  'entries held in a block over sql.js',
  () => new EntryDatabase(new HeldEntries(sqlEntries(), 0n)),
);
