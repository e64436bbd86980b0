// Transactions that a devnet treats as signed although they are not: those sent on behalf of other accounts. They are
// also treated as signed when their blocks are executed again.

import {
  CheckedTransactions,
  type KnownTransaction,
  type MemoryOfTransactions,
} from '../../chain/blocks/index.ts';
import type { Result } from '../../base/result.ts';
import type { Command, Payload, PublicMeta } from '../../chain/command/index.ts';
import type { EvalError } from '../../lang/session/run.ts';

export class TrustedTransactions extends CheckedTransactions {
  /** Request keys. */
  private readonly trusted: Set<string>;

  constructor(limit: MemoryOfTransactions, trusted: Set<string>, nestingLimit?: number) {
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
