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
  /** How far it is ahead of the system. */
  offsetMs: number;

  constructor(clock: Clock, offsetMs: number) {
    this.clock = clock;
    this.offsetMs = offsetMs;
  }

  nowMs(): number {
    return this.clock.nowMs();
  }

  dateMs(): number {
    return this.clock.dateMs() + this.offsetMs;
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
