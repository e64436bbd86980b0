// Transactions that were read and whose signatures were found good, by their bytes: a node meets each transaction
// when a client sends it, in its own blocks and in those of others.

import { toBase64Url } from '../../base/base64url.ts';
import { good, type Result } from '../../base/result.ts';
import { blake2b256 } from '../../crypto/hashes.ts';
import { readTransaction, type ChainTransaction } from '../execute/index.ts';
import type { BlockTransaction } from './port.ts';

/** A transaction as blocks have it. */
export type KnownTransaction = BlockTransaction & {
  readonly transaction: ChainTransaction;
  /** Whether hash and signatures were found good once: they never change. */
  isSigned: boolean;
};

/** Remembers the transactions that were lately asked for, twice `limit` at most. */
export class CheckedTransactions {
  private readonly limit: number;
  private young = new Map<string, KnownTransaction>();
  private old = new Map<string, KnownTransaction>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Reads a transaction, or finds it. */
  read(bytes: Uint8Array): Result<KnownTransaction, string> {
    const key = toBase64Url(blake2b256(bytes));
    const known = this.young.get(key) ?? this.old.get(key);
    if (known !== undefined) {
      this.remember(key, known);
      return good(known);
    }
    const read = readTransaction(bytes);
    if (!read.ok) return read;
    const transaction = knownTransaction(read.value);
    this.remember(key, transaction);
    return good(transaction);
  }

  private remember(key: string, transaction: KnownTransaction): void {
    if (this.young.has(key)) return;
    if (this.young.size >= this.limit) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, transaction);
  }
}

function knownTransaction(transaction: ChainTransaction): KnownTransaction {
  return {
    requestKey: transaction.hash,
    bytes: transaction.bytes,
    gasLimit: transaction.payload.meta.gasLimit,
    transaction,
    isSigned: false,
  };
}
