// A state for making blocks, and the one database that all of them use alternately: its decoded values stay from block
// to block, except those that the blocks wrote.

import {
  entriesOf,
  emptyContent,
  EntryDatabase,
  type EntryDatabaseOptions,
  type EntryReader,
  type HeldContent,
  HeldEntries,
} from '../../storage/entries/index.ts';

export class Workbench {
  readonly below: EntryReader;
  readonly held: HeldEntries;
  readonly database: EntryDatabase;
  private present: HeldContent;

  /** `next`: the id of the next transaction. */
  constructor(below: EntryReader, next: bigint, options: EntryDatabaseOptions) {
    this.below = below;
    this.held = new HeldEntries(below, next);
    this.database = new EntryDatabase(this.held, options);
    this.present = emptyContent(next);
    this.held.exchange(this.present);
  }

  /** From now on the database shows the state below with this over it. */
  show(content: HeldContent): void {
    if (content === this.present) return;
    const former = this.held.exchange(content);
    this.present = content;
    for (const each of [former, content]) this.database.forget(entriesOf(each));
  }

  /** `content` was written below: if it is the current overlay, everything cached stays valid. */
  isWritten(content: HeldContent): void {
    const isShown = content === this.present;
    const former = this.present;
    this.present = emptyContent(content.next);
    this.held.exchange(this.present);
    if (isShown) return;
    for (const each of [former, content]) this.database.forget(entriesOf(each));
  }

  /** Anything below may have changed. */
  isReplaced(next: bigint): void {
    this.database.refresh();
    this.present = emptyContent(next);
    this.held.exchange(this.present);
  }
}
