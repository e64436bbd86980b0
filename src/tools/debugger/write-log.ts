// The writes of a run with their moments, so that the last write before a moment is found without running the script
// again. Moments are the same in every run, so the log stays valid when the run goes back.

import { debugLimits } from './limits.ts';

type Write = { readonly moment: number; readonly table: string; readonly key: string };

export class WriteLog {
  private writes: Write[] = [];
  private units = 0;
  /** The log contains all writes after this moment. */
  private completeAfter = 0;
  private lastMoment = 0;

  /** Called in ascending order of moments, and again with the same ones when a part is run again. */
  add(moment: number, table: string, key: string): void {
    if (moment <= this.lastMoment) return;
    this.lastMoment = moment;
    this.writes.push({ moment, table, key });
    this.units += unitsOf(key);
    if (this.units > debugLimits.loggedWrites) this.dropOldest();
  }

  /**
   * Returns the moment of the last write of a row, or of any row of a table: 0 if there is none, `undefined` if it can
   * only be earlier than the log reaches.
   */
  lastBefore(moment: number, table: string, key: string | undefined): number | undefined {
    const isWanted = (write: Write): boolean =>
      write.moment < moment && write.table === table && (key === undefined || write.key === key);
    const found = this.writes.findLast(isWanted);
    return found?.moment ?? (this.completeAfter === 0 ? 0 : undefined);
  }

  forget(): void {
    this.writes = [];
    this.units = 0;
    this.completeAfter = 0;
    this.lastMoment = 0;
  }

  private dropOldest(): void {
    const half = debugLimits.loggedWrites / 2;
    let dropped = 0;
    while (this.units > half) {
      const write = this.writes[dropped++] as Write;
      this.units -= unitsOf(write.key);
      this.completeAfter = write.moment;
    }
    this.writes = this.writes.slice(dropped);
  }
}

/** The size of a write: 1, and more for long keys. */
function unitsOf(key: string): number {
  return 1 + Math.floor(key.length / 64);
}
