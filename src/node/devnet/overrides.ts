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
import type { EvalError } from '../../lang/session/run.ts';

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
    return this.trusting(super.read(bytes));
  }

  override readWith(
    command: Command,
    payload: Payload<PublicMeta>,
  ): Result<KnownTransaction, EvalError> {
    return this.trusting(super.readWith(command, payload));
  }

  private trusting<Read extends Result<KnownTransaction, unknown>>(read: Read): Read {
    if (read.ok && this.trusted.has(read.value.requestKey)) read.value.isSigned = true;
    return read;
  }
}
