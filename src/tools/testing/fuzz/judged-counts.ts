// Counts how often each invariant was checked after calls: one that never was is untested.

import type { Look } from './invariants.ts';

export class JudgedCounts {
  private readonly runs = new Map<string, number>();
  private readonly calls = new Map<string, number>();
  private readonly faults = new Map<string, string>();
  private readonly before = new Set<string>();
  /** The invariants checked in the current run. */
  private present = new Set<string>();

  lookedBeforeCalls(look: Look): void {
    for (const name of look.judged) this.before.add(name);
    this.noteFaults(look);
  }

  lookedAfterCall(look: Look): void {
    for (const name of look.judged) {
      this.calls.set(name, this.callsOf(name) + 1);
      if (this.present.has(name)) continue;
      this.present.add(name);
      this.runs.set(name, this.runsOf(name) + 1);
    }
    this.noteFaults(look);
  }

  runEnded(): void {
    this.present = new Set();
  }

  runsOf(name: string): number {
    return this.runs.get(name) ?? 0;
  }

  callsOf(name: string): number {
    return this.calls.get(name) ?? 0;
  }

  /** Checks whether it was evaluated at the end of the script. */
  wasJudgedBefore(name: string): boolean {
    return this.before.has(name);
  }

  /** Returns the reason why it could not be evaluated the first time. */
  faultOf(name: string): string | undefined {
    return this.faults.get(name);
  }

  private noteFaults({ faults }: Look): void {
    for (const [name, why] of faults) if (!this.faults.has(name)) this.faults.set(name, why);
  }
}
