// Entries of the transaction log. Their bytes are made when somebody asks for them: the REPL drops
// the log unread.
// Source: pact/Pact/Core/Persistence/Types.hs (TxLog), section 4.5.

import type { TransactionLogEntry } from './database.ts';

/** A log entry whose document is encoded on first use; what it encodes must not change. */
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
