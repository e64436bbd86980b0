// A cache of transactions that were read and whose signatures are valid, by their bytes: a node meets each transaction
// when a client sends it, in its own blocks and in those of others.

import { assert } from '../../base/assert.ts';
import { toBase64Url } from '../../base/base64url.ts';
import { utf8 } from '../../base/bytes.ts';
import { good, type Result } from '../../base/result.ts';
import { encodeCommand, type Command, type Payload, type PublicMeta } from '../command/index.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import { ParsedSources } from '../../lang/session/run.ts';
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
  readonly meta: PublicMeta;
  /** Read when it is first needed if only its payload was read before. */
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
  private readonly ahead = new WeakMap<Uint8Array, KnownTransaction>();

  /** `nestingLimit`: levels of brackets in code that fit the stack (default: that of any thread). */
  constructor(limit: MemoryOfTransactions, nestingLimit?: number) {
    this.limit = limit;
    this.parsing = { trees: new ParsedSources(rememberedCode), nestingLimit };
  }

  /** Reads a transaction that `read` will return as long as these very bytes are held, whatever the cache drops meanwhile. */
  readAhead(bytes: Uint8Array): Result<KnownTransaction, string> {
    const read = this.read(bytes);
    if (read.ok) this.ahead.set(bytes, read.value);
    return read;
  }

  /** Returns a cached transaction, or reads it. */
  read(bytes: Uint8Array): Result<KnownTransaction, string> {
    const ahead = this.ahead.get(bytes);
    if (ahead !== undefined) return good(ahead);
    const key = keyOf(bytes);
    const known = this.find(key);
    if (known !== undefined) return good(known);
    const transaction = readTransaction(bytes, { nestingLimit: this.parsing.nestingLimit });
    if (!transaction.ok) return transaction;
    const added = knownTransaction(transaction.value);
    this.remember(key, added);
    return good(added);
  }

  /**
   * The same for a transaction from a client, whose payload was read already. Its code, which may be wrong, is not read:
   * call `accept` when it is known to be right.
   */
  offered(command: Command, payload: Payload<PublicMeta>): KnownTransaction {
    const bytes = utf8(encodeCommand(command));
    const key = keyOf(bytes);
    const { parsing } = this;
    return this.find(key) ?? new OfferedTransaction(command, payload, { key, bytes, parsing });
  }

  /** Caches a transaction whose code can be read. */
  accept(known: KnownTransaction): void {
    this.remember(known instanceof OfferedTransaction ? known.key : keyOf(known.bytes), known);
  }

  private find(key: string): KnownTransaction | undefined {
    const known = this.young.get(key) ?? this.old.get(key);
    if (known !== undefined) this.remember(key, known);
    return known;
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

const keyOf = (bytes: Uint8Array): string => toBase64Url(blake2b256(bytes));

/** A transaction of a client, whose code is read when a block needs it. */
class OfferedTransaction implements KnownTransaction {
  /** Its key in the cache. */
  readonly key: string;
  readonly requestKey: string;
  readonly bytes: Uint8Array;
  readonly meta: PublicMeta;
  isSigned = false;
  private readonly command: Command;
  private readonly payload: Payload<PublicMeta>;
  private readonly parsing: Parsing;
  private completed: ChainTransaction | undefined;

  constructor(
    command: Command,
    payload: Payload<PublicMeta>,
    {
      key,
      bytes,
      parsing,
    }: { readonly key: string; readonly bytes: Uint8Array; readonly parsing: Parsing },
  ) {
    this.key = key;
    this.requestKey = command.hash;
    this.bytes = bytes;
    this.meta = payload.meta;
    this.command = command;
    this.payload = payload;
    this.parsing = parsing;
  }

  get gasLimit(): bigint {
    return this.meta.gasLimit;
  }

  get transaction(): ChainTransaction {
    this.completed ??= this.read();
    return this.completed;
  }

  private read(): ChainTransaction {
    const { command, payload, bytes, parsing } = this;
    const read = transactionWith(command, payload, { bytes, ...parsing });
    assert(read.ok, 'the code of an admitted transaction was read before');
    return read.value;
  }
}

function knownTransaction(transaction: ChainTransaction): KnownTransaction {
  return {
    requestKey: transaction.hash,
    bytes: transaction.bytes,
    gasLimit: transaction.payload.meta.gasLimit,
    meta: transaction.payload.meta,
    transaction,
    isSigned: false,
  };
}
