// The state before a transaction, which stays fixed while the current state changes.

import type { EntryStore, VersionedEntries } from './entries.ts';
import { StoreFault } from './fault.ts';

export class PastEntries implements EntryStore {
  readonly nextTransaction: bigint;
  private readonly present: VersionedEntries;
  private readonly isThere: () => boolean;

  /** `isThere`: returns false once the state was reverted. */
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
    throw new StoreFault('not-kept', 'the state was reverted while it was being read');
  }
}
