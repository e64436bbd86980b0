// A clock and a timer whose time is set by a test or a simulation. Callbacks scheduled for the same
// moment run in the order in which they were scheduled.

import type { Clock, Cancel, Timer } from './time.ts';

type Planned = { readonly atMs: number; readonly number: number; readonly run: () => void };

export type SimulatedTimeOptions = {
  readonly startDateMs?: number;
  /** Awaited after each callback, so that code waiting for promises it settled can run. */
  readonly settle?: () => Promise<void>;
};

export class SimulatedTime implements Clock, Timer {
  private now = 0;
  private count = 0;
  private readonly startDateMs: number;
  private readonly settle: () => Promise<void>;
  private readonly planned = new Map<number, Planned>();

  constructor({ startDateMs = 0, settle = () => Promise.resolve() }: SimulatedTimeOptions = {}) {
    this.startDateMs = startDateMs;
    this.settle = settle;
  }

  nowMs(): number {
    return this.now;
  }

  dateMs(): number {
    return this.startDateMs + this.now;
  }

  after(milliseconds: number, run: () => void): Cancel {
    const number = this.count++;
    this.planned.set(number, { atMs: this.now + Math.max(0, milliseconds), number, run });
    return () => void this.planned.delete(number);
  }

  every(milliseconds: number, run: () => void): Cancel {
    let cancel: Cancel = () => undefined;
    const again = (): void => {
      cancel = this.after(milliseconds, again);
      run();
    };
    cancel = this.after(milliseconds, again);
    return () => cancel();
  }

  soon(run: () => void): void {
    this.after(0, run);
  }

  /** The number of scheduled callbacks. */
  get waiting(): number {
    return this.planned.size;
  }

  /** Advances the time, and runs the callbacks scheduled until then. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await this.settle();
    for (let next = this.next(end); next !== undefined; next = this.next(end)) {
      this.planned.delete(next.number);
      this.now = next.atMs;
      next.run();
      await this.settle();
    }
    this.now = end;
  }

  private next(end: number): Planned | undefined {
    let first: Planned | undefined;
    for (const each of this.planned.values()) {
      if (each.atMs <= end && (first === undefined || each.atMs < first.atMs)) first = each;
    }
    return first;
  }
}
