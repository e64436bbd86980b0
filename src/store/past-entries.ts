// The state before a transaction, as it stays while the present goes on.

import type { EntryStore, VersionedEntries } from './entries.ts';
import { StoreFault } from './fault.ts';

export class PastEntries implements EntryStore {
  readonly nextTransaction: bigint;
  private readonly present: VersionedEntries;
  private readonly isThere: () => boolean;

  /** `isThere`: whether the state was not taken back meanwhile. */
  constructor(present: VersionedEntries, transaction: bigint, isThere = (): boolean => true) {
    this.present = present;
    this.nextTransaction = transaction;
    this.isThere = isThere;
  }

  document(space: number, key: string): Uint8Array | undefined {
    this.enforceThere();
    return this.present.documentBefore(this.nextTransaction, space, key);
  }

  keys(space: number): string[] {
    this.enforceThere();
    return this.present.keysBefore(this.nextTransaction, space);
  }

  apply(): never {
    throw new StoreFault('read-only', 'a state of the past cannot be changed');
  }

  private enforceThere(): void {
    if (this.isThere()) return;
    throw new StoreFault('not-kept', 'the state was taken back while it was read');
  }
}
