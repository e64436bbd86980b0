// A time limit for the work that runs next: execution checks `isOver` now and then.

import type { Clock } from '../../base/ports/time.ts';

export class Deadline {
  private readonly clock: Clock;
  private endMs = Infinity;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  readonly isOver = (): boolean => this.endMs !== Infinity && this.clock.nowMs() > this.endMs;

  /** Runs work that may take this long. */
  within<T>(milliseconds: number, work: () => T): T {
    const before = this.endMs;
    this.endMs = Math.min(before, this.clock.nowMs() + milliseconds);
    try {
      return work();
    } finally {
      this.endMs = before;
    }
  }
}
