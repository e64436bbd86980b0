// Entries that record each change before it is made.

import type { Change, EntryStore } from './entries.ts';

/** An exception prevents the change. `isCommit`: the change is a committed transaction. */
export type Recorder = (change: Change, isCommit: boolean) => void;

export class RecordedEntries implements EntryStore {
  private readonly entries: EntryStore;
  private readonly record: Recorder;

  constructor(entries: EntryStore, record: Recorder) {
    this.entries = entries;
    this.record = record;
  }

  get nextTransaction(): bigint {
    return this.entries.nextTransaction;
  }

  document(space: number, key: string): Uint8Array | undefined {
    return this.entries.document(space, key);
  }

  keys(space: number): string[] {
    return this.entries.keys(space);
  }

  apply(change: Change): void {
    this.record(change, isCommit(change, this.nextTransaction));
    this.entries.apply(change);
  }
}

/** A single write outside of a transaction is not a commit. */
function isCommit(change: Change, nextTransaction: bigint): boolean {
  return change.kind !== 'write' || change.nextTransaction !== nextTransaction;
}
