// The in-memory database with reports of scans: builtins that read all keys of a table cost so much gas on a chain that a
// transaction can afford only few.

import {
  MemoryDatabase,
  type Database,
  type MemoryDatabaseState,
} from '../../../lang/session/store.ts';
import { type TableName } from '../../../lang/session/run.ts';

export class NoticingDatabase extends MemoryDatabase {
  private readonly onScan: (table: TableName) => void;

  constructor(onScan: (table: TableName) => void, goesOnFrom?: MemoryDatabaseState) {
    super({ writeOver: 'replace', keepsHistory: true, goesOnFrom });
    this.onScan = onScan;
  }

  override rowKeys(table: TableName): ReturnType<Database['rowKeys']> {
    this.onScan(table);
    return super.rowKeys(table);
  }
}
