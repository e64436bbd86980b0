// A state that blocks are made on, and the one database that all of them use in turn: what it has decoded stays
// from block to block, apart from what they wrote.

import {
  entriesOf,
  EntryDatabase,
  type EntryDatabaseOptions,
  type EntrySource,
  type HeldContent,
  HeldEntries,
} from '../../store/index.ts';

export class Workbench {
  readonly below: EntrySource;
  readonly held: HeldEntries;
  readonly database: EntryDatabase;
  private present: HeldContent;

  constructor(below: EntrySource, options: EntryDatabaseOptions) {
    this.below = below;
    this.held = new HeldEntries(below);
    this.database = new EntryDatabase(this.held, options);
    this.present = this.held.emptyContent();
    this.held.exchange(this.present);
  }

  emptyContent(): HeldContent {
    return this.held.emptyContent();
  }

  /** From now on the database shows what is below, and this over it. */
  show(content: HeldContent): void {
    if (content === this.present) return;
    const former = this.held.exchange(content);
    this.present = content;
    for (const each of [former, content]) this.database.forget(entriesOf(each));
  }

  /** `content` was written below: where it is shown, nothing that the database knows has changed. */
  isWritten(content: HeldContent): void {
    const isShown = content === this.present;
    const former = this.present;
    this.present = this.held.emptyContent();
    this.held.exchange(this.present);
    if (isShown) return;
    for (const each of [former, content]) this.database.forget(entriesOf(each));
  }

  /** Anything below may have changed. */
  isReplaced(): void {
    this.database.refresh();
    this.present = this.held.emptyContent();
    this.held.exchange(this.present);
  }
}
