// A block that is being made: its transactions write to memory over the state of its parent.
import {
  type Cover,
  EntryDatabase,
  type EntryDatabaseOptions,
  type EntryKey,
  type EntryReader,
  type HeldContent,
  HeldEntries,
  StoreFault,
  emptyContent,
  entriesOf,
  rowIn,
} from '../../storage/entries/index.ts';
import type { Hash } from '../model/header.ts';
import { type BlockMark, type Receipt, readReceipt, receiptEntry } from './notes.ts';
import { SpaceNames, StateSum, sumAfter } from './state-hash.ts';

/** A block that was executed and can be committed. */
export type FinishedBlock = {
  readonly height: number;
  /** `undefined` for the first block of a chain. */
  readonly parent: Hash | undefined;
  /** The hash of the state after the block. */
  readonly stateHash: Hash;
  readonly sum: StateSum;
  readonly content: HeldContent;
};

export type WorkingBlockParts = {
  readonly bench: Workbench;
  readonly parent: BlockMark | undefined;
  readonly height: number;
  /** What blocks between the state of the bench and this one have written. */
  readonly cover?: Cover | undefined;
  /** Returns whether the state of the parent is unchanged. */
  readonly isCurrent: () => boolean;
};

export class WorkingBlock {
  readonly height: number;
  readonly parent: BlockMark | undefined;
  /** Returns whether the state of the parent is unchanged. */
  readonly isCurrent: () => boolean;
  private readonly bench: Workbench;
  private readonly below: EntryReader;
  private readonly cover: Cover | undefined;
  private content: HeldContent;

  constructor({ bench, parent, height, cover, isCurrent }: WorkingBlockParts) {
    this.bench = bench;
    this.parent = parent;
    this.height = height;
    this.cover = cover;
    this.below = cover ?? bench.below;
    this.isCurrent = isCurrent;
    this.content = emptyContent(parent?.nextTransaction ?? 0n, cover);
  }

  /** The id of the next transaction. */
  get nextTransaction(): bigint {
    return this.content.next;
  }

  /** Returns the position at which a transaction was executed in a block below this one. */
  receiptBelow(requestKey: string): Receipt | undefined {
    this.enforceCurrent();
    return readReceipt(this.below, requestKey);
  }

  /** Returns the document of a row below this block. `table`: its name in the state. */
  rowBelow(table: string, key: string): Uint8Array | undefined {
    this.enforceCurrent();
    return rowIn(this.below, table, key);
  }

  /** The database belongs to this block until another block of the chain is used. */
  use<T>(work: (database: EntryDatabase) => T): T {
    this.enforceCurrent();
    this.bench.show(this.content);
    return work(this.bench.database);
  }

  /** Takes back all changes of the work unless its result is accepted, and if it throws. */
  attempt<T>(work: (database: EntryDatabase) => T, isKept: (answer: T) => boolean): T {
    return this.use((database) => {
      const first = this.nextTransaction;
      let isDone = false;
      try {
        const answer = work(database);
        isDone = isKept(answer);
        return answer;
      } finally {
        if (!isDone) this.takeBack(first);
      }
    });
  }

  /** Discards all changes. */
  drop(): void {
    this.content = emptyContent(this.parent?.nextTransaction ?? 0n, this.cover);
  }

  /** Finishes the block. `requestKeys`: of its transactions, in their order, as base64url. */
  finish(requestKeys: readonly string[]): FinishedBlock {
    return this.use(() => {
      const { held } = this.bench;
      const before = this.parent?.sum ?? StateSum.empty();
      const sum = sumAfter(before, this.below, new SpaceNames(held), entriesOf(this.content));
      const receipts = requestKeys.map((key, position) =>
        receiptEntry(key, { height: this.height, position }),
      );
      held.apply({ kind: 'write', entries: receipts, nextTransaction: held.nextTransaction });
      return {
        height: this.height,
        parent: this.parent?.hash,
        stateHash: sum.hash(),
        sum,
        content: this.content,
      };
    });
  }

  private takeBack(transaction: bigint): void {
    const { held, database } = this.bench;
    database.rollback();
    const changed = held.changedSince(transaction);
    held.apply({ kind: 'rewind', transaction, height: undefined });
    database.forget(changed);
  }

  private enforceCurrent(): void {
    if (this.isCurrent()) return;
    throw new StoreFault('not-kept', 'the state on which the block was begun has changed');
  }
}

// A state for making blocks, and the one database that all of them use alternately: its decoded values stay from block
// to block, except those that the blocks wrote.

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
    this.forget(former, content);
    if (former.cover === content.cover) return;
    for (const { cover } of [former, content]) this.database.forget(cover?.entries() ?? []);
  }

  /** `content` was written below: if it is the current overlay, everything cached stays valid. */
  isWritten(content: HeldContent): void {
    const former = this.leave(content.next);
    if (content === former && content.cover === undefined) return;
    this.forget(former, content);
    this.database.forget(former.cover?.entries() ?? []);
  }

  /** These entries below may have changed. */
  isChanged(changed: Iterable<EntryKey>, next: bigint): void {
    const former = this.leave(next);
    this.forget(former);
    this.database.forget(former.cover?.entries() ?? []);
    this.database.forget(changed);
  }

  /** Anything below may have changed. */
  isReplaced(next: bigint): void {
    this.database.refresh();
    this.leave(next);
  }

  /** Shows the state below alone. Returns what was over it. */
  private leave(next: bigint): HeldContent {
    const former = this.present;
    this.present = emptyContent(next);
    this.held.exchange(this.present);
    return former;
  }

  private forget(...contents: readonly HeldContent[]): void {
    for (const each of contents) this.database.forget(entriesOf(each));
  }
}
