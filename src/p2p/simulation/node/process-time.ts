// Clock and timers of one run of a simulated node: its clock may be wrong, and its timers end with the process.

import type { Cancel, Clock, Timer } from '../../../base/ports/time.ts';
import type { SimulatedTime } from '../../../base/ports/simulated-time.ts';

export class ProcessTime implements Clock, Timer {
  private readonly time: SimulatedTime;
  private readonly skewMs: () => number;
  private readonly running = new Set<Cancel>();
  private hasEnded = false;

  constructor(time: SimulatedTime, skewMs: () => number) {
    this.time = time;
    this.skewMs = skewMs;
  }

  /** Timers that have not run yet. */
  get waiting(): number {
    return this.running.size;
  }

  nowMs(): number {
    return this.time.nowMs();
  }

  dateMs(): number {
    return this.time.dateMs() + this.skewMs();
  }

  after(milliseconds: number, run: () => void): Cancel {
    if (this.hasEnded) return () => undefined;
    const forget = this.remember(
      this.time.after(milliseconds, () => {
        this.running.delete(forget);
        run();
      }),
    );
    return forget;
  }

  every(milliseconds: number, run: () => void): Cancel {
    if (this.hasEnded) return () => undefined;
    return this.remember(this.time.every(milliseconds, run));
  }

  soon(run: () => void): void {
    this.after(0, run);
  }

  /** Nothing runs any more. */
  end(): void {
    this.hasEnded = true;
    for (const cancel of this.running) cancel();
  }

  private remember(cancel: Cancel): Cancel {
    const forget = (): void => {
      this.running.delete(forget);
      cancel();
    };
    this.running.add(forget);
    return forget;
  }
}
