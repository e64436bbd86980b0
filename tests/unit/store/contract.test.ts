import { describeDatabase } from '../../support/database-contract.ts';
import { sqlState } from '../../support/sql-js.ts';

describeDatabase('sql.js', () => sqlState().database);
describeDatabase('sql.js with versions', () => sqlState({ keepsVersions: true }).database);
// So small that everything is read again.
describeDatabase('sql.js without a cache', () => sqlState({ cacheBytes: 0 }).database);
