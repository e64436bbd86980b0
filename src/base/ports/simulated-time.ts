// A clock and a timer whose time is set by a test or a simulation. Callbacks scheduled for the same
// moment run in the order in which they were scheduled.

import { Heap } from '../heap.ts';
import type { Clock, Cancel, Timer } from './time.ts';

type Planned = {
  readonly atMs: number;
  readonly number: number;
  readonly run: () => void;
  isCancelled: boolean;
};

export type SimulatedTimeOptions = {
  readonly startDateMs?: number;
  /** Awaited after each callback, so that code waiting for promises it settled can run. */
  readonly settle?: () => Promise<void>;
};

export class SimulatedTime implements Clock, Timer {
  private now = 0;
  private count = 0;
  private cancelled = 0;
  private readonly startDateMs: number;
  private readonly settle: () => Promise<void>;
  private readonly planned = new Heap<Planned>(
    (one, other) => one.atMs < other.atMs || (one.atMs === other.atMs && one.number < other.number),
  );

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
    const atMs = this.now + Math.max(0, milliseconds);
    const each: Planned = { atMs, number: this.count++, run, isCancelled: false };
    this.planned.push(each);
    return () => this.cancel(each);
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
    return this.planned.size - this.cancelled;
  }

  /** Advances the time, and runs the callbacks scheduled until then. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await this.settle();
    for (let next = this.takeUntil(end); next !== undefined; next = this.takeUntil(end)) {
      this.now = next.atMs;
      next.run();
      await this.settle();
    }
    this.now = end;
  }

  private takeUntil(end: number): Planned | undefined {
    for (let next = this.planned.least; next !== undefined; next = this.planned.least) {
      if (!next.isCancelled && next.atMs > end) return undefined;
      this.planned.pop();
      if (!next.isCancelled) {
        // Cancelling it from now on has no effect.
        next.isCancelled = true;
        return next;
      }
      this.cancelled--;
    }
    return undefined;
  }

  private cancel(each: Planned): void {
    if (each.isCancelled) return;
    each.isCancelled = true;
    this.cancelled++;
    // Cancelled callbacks stay in the heap until most of it are such: removing one costs the whole heap.
    if (this.cancelled < 64 || 2 * this.cancelled < this.planned.size) return;
    this.planned.keep((kept) => !kept.isCancelled);
    this.cancelled = 0;
  }
}
