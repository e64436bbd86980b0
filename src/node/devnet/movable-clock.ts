// The clock of a devnet: that of the system, moved by as much as was asked for. It is never moved back, since the times of
// blocks may not go back.

import type { Clock } from '../../base/ports/clock.ts';

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

  advance(milliseconds: number): void {
    this.aheadMs += milliseconds;
  }
}
