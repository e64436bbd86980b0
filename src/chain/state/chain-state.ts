// The state of one chain: at its newest block, at a number of blocks below it, and above it in blocks that are being
// made. A block is written as one batch; a rewind takes back whole blocks.

import { equalBytes } from '../../base/bytes.ts';
import { toBase64Url } from '../../base/base64url.ts';
import { countLeading } from '../../base/sorted.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  entriesOf,
  type EntryDatabase,
  type EntryDatabaseOptions,
  type EntryKey,
  isStoreFault,
  keysIn,
  PastEntries,
  rowIn,
  StoreFault,
  type VersionedEntries,
} from '../../storage/entries/index.ts';
import type { Hash } from '../model/header.ts';
import { ChainDraft } from './chain-draft.ts';
import { type BlockMark, markEntry, readMark, readReceipt, type Receipt } from './notes.ts';
import { sumOf } from './state-hash.ts';
import { otherBlock, type StateFailure } from './state-failure.ts';
import { type FinishedBlock, Workbench, WorkingBlock } from './working-block.ts';

export type ChainStateOptions = EntryDatabaseOptions & {
  readonly entries: VersionedEntries;
  /** How many blocks can be taken back. */
  readonly depth: number;
};

/** A state that can be read and written temporarily: writes are visible only in the view. */
export type StateView = {
  readonly block: BlockMark;
  readonly database: EntryDatabase;
  readonly receipt: (requestKey: string) => Receipt | undefined;
};

/** States are dropped this number of blocks at a time. */
const forgetEvery = 16;

export class ChainState {
  private readonly entries: VersionedEntries;
  private readonly options: EntryDatabaseOptions;
  private readonly depth: number;
  private readonly bench: Workbench;
  private mark: BlockMark | undefined;
  /** Increases with every change. */
  private changes = 0;
  /** The target height of each rewind. */
  private readonly rewinds: number[] = [];

  constructor({ entries, depth, ...options }: ChainStateOptions) {
    this.entries = entries;
    this.options = options;
    this.depth = depth;
    this.mark = readMark(entries);
    this.bench = new Workbench(entries, this.mark?.nextTransaction ?? 0n, options);
  }

  /** The newest block; `undefined` before the first one. */
  get head(): BlockMark | undefined {
    return this.mark;
  }

  /** Returns the position at which a transaction was executed. */
  receipt(requestKey: string): Receipt | undefined {
    return readReceipt(this.entries, requestKey);
  }

  /** Returns the document of a row at the newest block. `table`: its name in the state. */
  row(table: string, key: string): Uint8Array | undefined {
    return rowIn(this.entries, table, key);
  }

  /** Returns the keys of a table at the newest block. */
  rowKeys(table: string): readonly string[] {
    return keysIn(this.entries, table);
  }

  /** Begins the first block of the chain; `undefined` if there is one. */
  openFirst(height: number): WorkingBlock | undefined {
    return this.mark === undefined ? this.openOnHead(undefined, height) : undefined;
  }

  /** Begins a block on one of the stored blocks. Only one on the newest block can be committed. */
  open(parent: Pick<BlockMark, 'height' | 'hash'>): Result<WorkingBlock, StateFailure> {
    const height = parent.height + 1;
    if (parent.height === this.mark?.height) {
      const fault = otherBlock(this.mark, parent.hash);
      return fault === undefined ? good(this.openOnHead(this.mark, height)) : bad(fault);
    }
    const past = this.past(parent.height);
    if (!past.ok) return past;
    const { entries, mark, isCurrent } = past.value;
    const fault = otherBlock(mark, parent.hash);
    if (fault !== undefined) return bad(fault);
    const bench = new Workbench(entries, mark.nextTransaction, this.options);
    return good(new WorkingBlock({ bench, parent: mark, height, isCurrent }));
  }

  /** Begins a line of blocks above a stored one that nobody else sees. */
  draft(height: number): Result<ChainDraft, StateFailure> {
    const { mark, bench, changes } = this;
    if (height === mark?.height) {
      const isCurrent = () => this.changes === changes;
      return good(new ChainDraft({ bench, parent: mark, isCurrent }));
    }
    const past = this.past(height);
    if (!past.ok) return past;
    const { entries, mark: parent, isCurrent } = past.value;
    const own = new Workbench(entries, parent.nextTransaction, this.options);
    return good(new ChainDraft({ bench: own, parent, isCurrent }));
  }

  /** Makes a block the newest one. Its parent must be the current newest block. */
  commit({ height, parent, sum, content }: FinishedBlock, hash: Hash): void {
    this.enforceParent(parent);
    const mark = { height, hash, sum, nextTransaction: content.next };
    const entries = [...entriesOf(content), markEntry(mark)];
    this.entries.apply({ kind: 'write', entries, nextTransaction: batchAfter(height) });
    this.mark = mark;
    this.changes++;
    this.bench.isWritten(content);
    if (height % forgetEvery === 0) this.forget(height - this.depth);
  }

  /** Takes back all blocks above a height. */
  rewind(height: number): Result<BlockMark, StateFailure> {
    if (this.mark?.height === height) return good(this.mark);
    const past = this.past(height);
    if (!past.ok) return past;
    const { mark } = past.value;
    this.entries.apply({ kind: 'rewind', transaction: batchAfter(height), height: undefined });
    this.mark = mark;
    this.changes++;
    this.rewinds.push(height);
    this.bench.isReplaced(mark.nextTransaction);
    return good(mark);
  }

  /**
   * For a state that is changed elsewhere: moves to what the entries show now. `changed`: the keys of entries that may have
   * changed; `undefined`: any, and blocks may have been taken back.
   */
  follow(changed: readonly EntryKey[] | undefined): void {
    if (changed?.length === 0) return;
    this.mark = readMark(this.entries);
    this.changes++;
    const next = this.mark?.nextTransaction ?? 0n;
    if (changed !== undefined) return this.bench.isChanged(changed, next);
    this.rewinds.push(-1);
    this.bench.isReplaced(next);
  }

  /** Returns the state after the block of a height. It stays readable until that block is taken back or dropped. */
  at(height: number): Result<StateView, StateFailure> {
    const past = this.past(height);
    if (!past.ok) return past;
    const { entries, mark } = past.value;
    return good({
      block: mark,
      database: new Workbench(entries, mark.nextTransaction, this.options).database,
      receipt: (requestKey) => readReceipt(entries, requestKey),
    });
  }

  /** How many blocks below the newest one still have their state. */
  get keptDepth(): number {
    const head = this.mark?.height ?? 0;
    const max = Math.min(this.depth, head);
    return countLeading(max, (i) => this.past(head - 1 - i).ok);
  }

  /** Recomputes the hash of the current state from all entries: a slow check. */
  computeStateHash(): Hash {
    return sumOf(this.entries).hash();
  }

  private openOnHead(parent: BlockMark | undefined, height: number): WorkingBlock {
    const { bench, changes } = this;
    return new WorkingBlock({ bench, parent, height, isCurrent: () => this.changes === changes });
  }

  private past(height: number): Result<Past, StateFailure> {
    const head = this.mark?.height ?? -1;
    if (height > head) return bad({ kind: 'not-there', height });
    if (height < head - this.depth || height < 0) return bad({ kind: 'not-kept', height });
    const isCurrent = this.untilTakenBack(height);
    const entries = new PastEntries(this.entries, batchAfter(height), isCurrent);
    const mark = markOf(entries);
    return mark?.height === height
      ? good({ entries, mark, isCurrent })
      : bad({ kind: 'not-kept', height });
  }

  /** Returns whether no rewind since then took back the block of a height. */
  private untilTakenBack(height: number): () => boolean {
    let seen = this.rewinds.length;
    let isThere = true;
    return () => {
      for (; seen < this.rewinds.length; seen++) {
        if ((this.rewinds[seen] as number) < height) isThere = false;
      }
      return isThere;
    };
  }

  private forget(height: number): void {
    if (height >= 0) this.entries.apply({ kind: 'forget', transaction: batchAfter(height) });
  }

  private enforceParent(parent: Hash | undefined): void {
    const { mark } = this;
    const isOnHead =
      mark === undefined || parent === undefined ? mark === parent : equalBytes(mark.hash, parent);
    if (isOnHead) return;
    const head = mark === undefined ? 'none' : toBase64Url(mark.hash);
    throw new StoreFault('not-kept', `the block was not built on the newest block, ${head}`);
  }
}

/** For the entries, a block is one transaction, with a number for its height. */
function batchAfter(height: number): bigint {
  return BigInt(height) + 1n;
}

/** Returns `undefined` if the state is no longer stored. */
function markOf(entries: PastEntries): BlockMark | undefined {
  try {
    return readMark(entries);
  } catch (error) {
    if (isStoreFault(error) && error.code === 'not-kept') return undefined;
    throw error;
  }
}

type Past = {
  readonly entries: PastEntries;
  readonly mark: BlockMark;
  readonly isCurrent: () => boolean;
};
