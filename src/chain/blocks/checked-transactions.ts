// A cache of transactions that were read and whose signatures are valid, by their bytes: a node meets each transaction
// when a client sends it, in its own blocks and in those of others.

import { toBase64Url } from '../../base/base64url.ts';
import { utf8 } from '../../base/bytes.ts';
import { good, type Result } from '../../base/result.ts';
import { encodeCommand, type Command, type Payload, type PublicMeta } from '../command/index.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import { ParsedSources, type EvalError } from '../../lang/session/run.ts';
import {
  readTransaction,
  transactionWith,
  type ChainTransaction,
  type Parsing,
} from '../execute/index.ts';
import { rememberedCode } from '../limits.ts';
import type { BlockTransaction } from './chain-port.ts';

/** A transaction as stored in blocks. */
export type KnownTransaction = BlockTransaction & {
  readonly transaction: ChainTransaction;
  /** Whether hash and signatures were found valid: that never changes. */
  isSigned: boolean;
};

export type MemoryOfTransactions = {
  readonly transactions: number;
  /** The size of their JSON; the data read from it takes several times as much. */
  readonly bytes: number;
};

/** Caches recently used transactions, at most twice these limits. */
export class CheckedTransactions {
  /** For code from clients, with a cache: many transactions of one program have the same code. */
  readonly parsing: Parsing & { readonly trees: ParsedSources };
  private readonly limit: MemoryOfTransactions;
  private young = new Map<string, KnownTransaction>();
  private youngBytes = 0;
  private old = new Map<string, KnownTransaction>();

  /** `nestingLimit`: levels of brackets in code that fit the stack (default: that of any thread). */
  constructor(limit: MemoryOfTransactions, nestingLimit?: number) {
    this.limit = limit;
    this.parsing = { trees: new ParsedSources(rememberedCode), nestingLimit };
  }

  /** Returns a cached transaction, or reads it. */
  read(bytes: Uint8Array): Result<KnownTransaction, string> {
    return this.findOr(bytes, () =>
      readTransaction(bytes, { nestingLimit: this.parsing.nestingLimit }),
    );
  }

  /** The same for a transaction whose payload was read already. The fault is a syntax error in its code. */
  readWith(command: Command, payload: Payload<PublicMeta>): Result<KnownTransaction, EvalError> {
    const bytes = utf8(encodeCommand(command));
    const { parsing } = this;
    return this.findOr(bytes, () => transactionWith(command, payload, { bytes, ...parsing }));
  }

  private findOr<Fault>(
    bytes: Uint8Array,
    read: () => Result<ChainTransaction, Fault>,
  ): Result<KnownTransaction, Fault> {
    const key = toBase64Url(blake2b256(bytes));
    const known = this.young.get(key) ?? this.old.get(key);
    if (known !== undefined) {
      this.remember(key, known);
      return good(known);
    }
    const transaction = read();
    if (!transaction.ok) return transaction;
    const added = knownTransaction(transaction.value);
    this.remember(key, added);
    return good(added);
  }

  private remember(key: string, transaction: KnownTransaction): void {
    const { young, limit } = this;
    if (young.has(key)) return;
    const { length } = transaction.bytes;
    if (young.size >= limit.transactions || this.youngBytes + length > limit.bytes) {
      this.old = young;
      this.young = new Map();
      this.youngBytes = 0;
    }
    this.young.set(key, transaction);
    this.youngBytes += length;
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
