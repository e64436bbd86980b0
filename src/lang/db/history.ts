// What committed transactions wrote into tables, for the natives of Pact 4 that ask about it. Kept by engines that are
// told to: it grows with every write.

import type { TableName } from '../values/names.ts';
import type { RowChange } from './database.ts';

export class RowHistory {
  private readonly byTable: Map<string, RowChange[]>;

  constructor(changes: Iterable<readonly [string, readonly RowChange[]]> = []) {
    this.byTable = new Map([...changes].map(([table, each]) => [table, [...each]]));
  }

  of(table: TableName): readonly RowChange[] {
    return this.byTable.get(table.text) ?? [];
  }

  add(table: string, change: RowChange): void {
    const known = this.byTable.get(table);
    if (known === undefined) this.byTable.set(table, [change]);
    else known.push(change);
  }

  copy(): RowHistory {
    return new RowHistory(this.byTable);
  }
}
