// The state before a transaction, as it stays while the present goes on.

import type { EntryStore, VersionedEntries } from './entries.ts';
import { StoreFault } from './fault.ts';

export class PastEntries implements EntryStore {
  readonly nextTransaction: bigint;
  private readonly present: VersionedEntries;

  constructor(present: VersionedEntries, transaction: bigint) {
    this.present = present;
    this.nextTransaction = transaction;
  }

  document(space: number, key: string): Uint8Array | undefined {
    return this.present.documentBefore(this.nextTransaction, space, key);
  }

  keys(space: number): string[] {
    return this.present.keysBefore(this.nextTransaction, space);
  }

  apply(): never {
    throw new StoreFault('read-only', 'a state of the past cannot be changed');
  }
}
