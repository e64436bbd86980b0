// When work for miners must include new transactions: soon after the first one, and then at most once per interval, so that
// a flood of transactions causes few blocks to be built.

import type { Cancel, Clock, Timer } from '../../../base/ports/time.ts';
import { miningLimits } from '../../limits.ts';
import type { Mempool } from '../../mempool/mempool.ts';

type NewTransactionsParts = {
  readonly pool: Mempool;
  readonly clock: Clock;
  readonly timer: Timer;
  /** The least milliseconds between two times that transactions are included. */
  readonly refreshMs: number;
};

export class NewTransactions {
  private readonly parts: NewTransactionsParts;
  private readonly listeners = new Set<() => void>();
  private stopListening: () => void = () => undefined;
  private cancel: Cancel | undefined;
  /** Arrivals in the mempool that work must include. */
  private wanted: number;
  private refreshedAt = -Infinity;

  constructor(parts: NewTransactionsParts) {
    this.parts = parts;
    this.wanted = this.arrivals;
  }

  /** The number of transactions that ever arrived in the mempool. */
  get arrivals(): number {
    return this.parts.pool.arrivals.mark;
  }

  /** The arrivals that work must include now: older work is built again. */
  due(): number {
    const { parts, arrivals } = this;
    const now = parts.clock.nowMs();
    if (arrivals !== this.wanted && now - this.refreshedAt >= parts.refreshMs) {
      this.wanted = arrivals;
      this.refreshedAt = now;
    }
    return this.wanted;
  }

  /** Call this when there is a new parent: work is built again, with all waiting transactions. */
  restart(): void {
    this.wanted = this.arrivals;
    this.cancel?.();
    this.cancel = undefined;
  }

  /** Calls the listener when work must include new transactions; call the returned function to stop. */
  listen(listener: () => void): () => void {
    if (this.listeners.size === 0)
      this.stopListening = this.parts.pool.listen(() => this.arrived());
    this.listeners.add(listener);
    return () => {
      if (!this.listeners.delete(listener) || this.listeners.size > 0) return;
      this.stopListening();
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
