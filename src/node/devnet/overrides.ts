// Where a devnet departs from other networks: its clock can be moved, and transactions that are sent on behalf of other
// accounts count as signed, also when their blocks are executed again.

import type { Clock } from '../../base/ports/time.ts';
import {
  CheckedTransactions,
  type KnownTransaction,
  type MemoryOfTransactions,
} from '../../chain/blocks/index.ts';
import type { Result } from '../../base/result.ts';
import type { Command, Payload, PublicMeta } from '../../chain/command/index.ts';

export class MovableClock implements Clock {
  private readonly clock: Clock;
  private movedMs: number;
  /** How far it is ahead beyond that, because the newest block is. */
  private aheadMs = 0;
  private onMove: (aheadMs: number) => void = () => undefined;

  constructor(clock: Clock, offsetMs: number) {
    this.clock = clock;
    this.movedMs = offsetMs;
  }

  /** How far it was moved ahead of the system. */
  get offsetMs(): number {
    return this.movedMs;
  }

  /** How far it is ahead of the system, also because of the newest block. */
  get aheadOfSystemMs(): number {
    return this.movedMs + this.aheadMs;
  }

  /** Tells the listener how far it is ahead of the system, now and when that changes. */
  follow(listener: (aheadMs: number) => void): void {
    this.onMove = listener;
    listener(this.aheadOfSystemMs);
  }

  /** Moves it, but not behind the newest block. */
  setOffset(offsetMs: number, newestMs: number): void {
    this.movedMs = offsetMs;
    this.aheadMs = 0;
    this.continueFrom(newestMs);
  }

  nowMs(): number {
    return this.clock.nowMs();
  }

  dateMs(): number {
    return this.clock.dateMs() + this.movedMs + this.aheadMs;
  }

  /** Goes on from a later moment if it has not come yet. */
  continueFrom(milliseconds: number): void {
    this.aheadMs += Math.max(0, milliseconds - this.dateMs());
    this.onMove(this.aheadOfSystemMs);
  }
}

export class TrustedTransactions extends CheckedTransactions {
  /** Request keys. */
  private readonly trusted: ReadonlySet<string>;

  constructor(limit: MemoryOfTransactions, trusted: ReadonlySet<string>, nestingLimit?: number) {
    super(limit, nestingLimit);
    this.trusted = trusted;
  }

  override read(bytes: Uint8Array): Result<KnownTransaction, string> {
    const read = super.read(bytes);
    if (read.ok) this.trusting(read.value);
    return read;
  }

  override offered(command: Command, payload: Payload<PublicMeta>): KnownTransaction {
    return this.trusting(super.offered(command, payload));
  }

  private trusting(known: KnownTransaction): KnownTransaction {
    if (this.trusted.has(known.requestKey)) known.isSigned = true;
    return known;
  }
}
