// The log of one transaction. The bytes of an entry are encoded on first use, because the REPL drops the log unread. A log
// with a limit encodes them immediately, to know its length.
// Source: pact/Pact/Core/Persistence/Types.hs (TxLog), section 4.5.

import { ValueTooLarge } from '../values/value-too-large.ts';
import type { TransactionLogEntry, TransactionOptions } from './database.ts';

export class TransactionLog {
  readonly entries: TransactionLogEntry[] = [];
  private readonly limit: number | undefined;
  private bytes = 0;

  constructor({ logBytes }: TransactionOptions = {}) {
    this.limit = logBytes;
  }

  /** Throws `ValueTooLarge` if the documents together exceed the limit of the log. */
  add(entry: TransactionLogEntry): void {
    this.entries.push(entry);
    if (this.limit === undefined) return;
    this.bytes += entry.value.length;
    if (this.bytes > this.limit) throw new ValueTooLarge(this.limit, 'transaction log');
  }
}

/** A log entry whose document is encoded on first use; the encoded value must not change. */
export class LazyLogEntry implements TransactionLogEntry {
  readonly domain: string;
  readonly key: string;
  private encode: (() => Uint8Array) | undefined;
  private bytes: Uint8Array | undefined;

  constructor(domain: string, key: string, encode: () => Uint8Array) {
    this.domain = domain;
    this.key = key;
    this.encode = encode;
  }

  get value(): Uint8Array {
    if (this.bytes === undefined && this.encode !== undefined) {
      this.bytes = this.encode();
      this.encode = undefined;
    }
    return this.bytes ?? new Uint8Array();
  }
}
