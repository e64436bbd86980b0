// When the work of a chain takes up new transactions: soon after the first one, and then at most once in an interval, so that
// a flood of transactions has few blocks built.
// Source: Chainweb/Chainweb/MinerResources.hs (periodicallyRefreshPayload), which refreshes at the interval alone.

import type { Clock } from '../../base/ports/clock.ts';
import type { Cancel, Timer } from '../../base/ports/timer.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { miningLimits } from './limits.ts';

export type NewTransactionsParts = {
  readonly pool: Mempool;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Milliseconds between two times that transactions are taken up. */
  readonly refreshMs: number;
};

export class NewTransactions {
  private readonly parts: NewTransactionsParts;
  private readonly listeners = new Set<() => void>();
  private stopHearing: () => void = () => undefined;
  private cancel: Cancel | undefined;
  /** Arrivals in the mempool that work must have seen. */
  private wanted: number;
  private refreshedAt = -Infinity;

  constructor(parts: NewTransactionsParts) {
    this.parts = parts;
    this.wanted = this.arrivals;
  }

  /** Transactions that ever came into the mempool. */
  get arrivals(): number {
    return this.parts.pool.recent.mark;
  }

  /** The arrivals that work must have seen now: older work is built anew. */
  due(): number {
    const { parts, arrivals } = this;
    const now = parts.clock.nowMs();
    if (arrivals !== this.wanted && now - this.refreshedAt >= parts.refreshMs) {
      this.wanted = arrivals;
      this.refreshedAt = now;
    }
    return this.wanted;
  }

  /** There is a new parent: work is built anew, with everything that waits. */
  restart(): void {
    this.wanted = this.arrivals;
    this.cancel?.();
    this.cancel = undefined;
  }

  /** Told when work is to take up new transactions; the answer ends it. */
  listen(listener: () => void): () => void {
    if (this.listeners.size === 0) this.stopHearing = this.parts.pool.listen(() => this.arrived());
    this.listeners.add(listener);
    return () => {
      if (!this.listeners.delete(listener) || this.listeners.size > 0) return;
      this.stopHearing();
      this.cancel?.();
      this.cancel = undefined;
    };
  }

  private arrived(): void {
    if (this.cancel !== undefined) return;
    const { clock, timer, refreshMs } = this.parts;
    const rest = this.refreshedAt + refreshMs - clock.nowMs();
    const wait = Math.max(miningLimits.gatherMs, rest);
    this.cancel = timer.after(wait, () => this.tell(), { isBackground: true });
  }

  private tell(): void {
    this.cancel = undefined;
    const before = this.wanted;
    if (this.parts.pool.size === 0 || this.due() === before) return;
    for (const listener of [...this.listeners]) listener();
  }
}
