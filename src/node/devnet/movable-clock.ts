// The clock of a devnet: the system clock plus an offset. It goes back only together with the blocks, whose times must
// not decrease.

import type { Clock } from '../../base/ports/time.ts';

export class MovableClock implements Clock {
  private readonly clock: Clock;
  private aheadMs = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  nowMs(): number {
    return this.clock.nowMs();
  }

  dateMs(): number {
    return this.clock.dateMs() + this.aheadMs;
  }

  /** How far it is ahead of the system. */
  get offsetMs(): number {
    return this.aheadMs;
  }

  /** Sets how far it is ahead. */
  restore(offsetMs: number): void {
    this.aheadMs = offsetMs;
  }
}
