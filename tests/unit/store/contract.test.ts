import { describeDatabase } from '../../support/database-contract.ts';
import { describeWritesOver } from '../../support/write-over-contract.ts';
import { sqlState } from '../../support/sql-js.ts';

describeDatabase('sql.js', () => sqlState().database);
describeDatabase('sql.js with versions', () => sqlState({ keepsVersions: true }).database);
// So small that everything is read again.
describeDatabase('sql.js without a cache', () => sqlState({ cacheBytes: 0 }).database);

describeWritesOver('sql.js', 'merge', () => sqlState().database);
describeWritesOver('sql.js without a cache', 'merge', () => sqlState({ cacheBytes: 0 }).database);
describeWritesOver(
  'sql.js that replaces rows',
  'replace',
  () => sqlState({ writeOver: 'replace' }).database,
);
