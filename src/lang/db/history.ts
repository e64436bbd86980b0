// What committed transactions wrote into tables, for the natives of Pact 4 that ask about it. Bounded: a history that grows
// too long is given up as a whole, since half of one would answer wrongly.

import type { TableName } from '../values/names.ts';
import type { RowChange } from './database.ts';

/** Scripts that ask for histories write a handful of rows. */
const largestHistory = 100_000;

export class RowHistory {
  private readonly byTable: Map<string, RowChange[]>;
  private count: number;

  constructor(changes: Iterable<readonly [string, readonly RowChange[]]> = []) {
    this.byTable = new Map([...changes].map(([table, each]) => [table, [...each]]));
    this.count = 0;
    for (const each of this.byTable.values()) this.count += each.length;
  }

  /** `undefined` where the history was given up. */
  of(table: TableName): readonly RowChange[] | undefined {
    return this.count > largestHistory ? undefined : (this.byTable.get(table.text) ?? []);
  }

  add(table: string, change: RowChange): void {
    if (this.count > largestHistory) return;
    this.count++;
    if (this.count > largestHistory) return this.byTable.clear();
    const known = this.byTable.get(table);
    if (known === undefined) this.byTable.set(table, [change]);
    else known.push(change);
  }

  copy(): RowHistory {
    const copy = new RowHistory(this.byTable);
    copy.count = this.count;
    return copy;
  }
}
