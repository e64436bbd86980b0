// Which transactions are being fetched: from one peer, even if several list them. A claim ends after a few seconds, so that a
// peer which lists what it does not send holds up nobody for long.

import type { Clock } from '../../base/ports/time.ts';
import { gossipLimits as limits } from './limits.ts';

export class Claims {
  private readonly clock: Clock;
  /** Until when, by key. */
  private readonly claims = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Returns false while the key is being fetched. */
  take(key: string): boolean {
    const nowMs = this.clock.nowMs();
    const untilMs = this.claims.get(key);
    if (untilMs !== undefined && untilMs > nowMs) return false;
    this.claims.set(key, nowMs + limits.claimMs);
    return true;
  }

  end(key: string): void {
    this.claims.delete(key);
  }
}
