// Transactions that a devnet takes as signed although they are not: those sent in the name of others. They stay so when
// blocks that have them are executed again.

import { CheckedTransactions, type KnownTransaction } from '../../chain/blocks/index.ts';
import type { Result } from '../../base/result.ts';

export class TrustedTransactions extends CheckedTransactions {
  /** Request keys. */
  private readonly trusted: Set<string>;

  constructor(limit: number, trusted: Set<string>) {
    super(limit);
    this.trusted = trusted;
  }

  override read(bytes: Uint8Array): Result<KnownTransaction, string> {
    const read = super.read(bytes);
    if (read.ok && this.trusted.has(read.value.requestKey)) read.value.isSigned = true;
    return read;
  }
}
