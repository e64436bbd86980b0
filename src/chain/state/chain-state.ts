// The state of one chain: at its newest block, at blocks below it as far as they are kept, and above it in
// blocks that are being made. A block is written as one batch; a rewind takes whole blocks back.

import { equalBytes } from '../../base/bytes.ts';
import { toBase64Url } from '../../base/base64url.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  entriesOf,
  EntryDatabase,
  type EntryDatabaseOptions,
  isStoreFault,
  PastEntries,
  StoreFault,
  type VersionedEntries,
} from '../../store/index.ts';
import type { Hash } from '../model/header.ts';
import { type BlockMark, markEntry, readMark, readReceipt, type Receipt } from './notes.ts';
import { sumOf } from './state-hash.ts';
import { Workbench } from './workbench.ts';
import { type FinishedBlock, WorkingBlock } from './working-block.ts';

export type ChainStateOptions = EntryDatabaseOptions & {
  readonly entries: VersionedEntries;
  /** How many blocks can be taken back. */
  readonly depth: number;
};

export type StateFailure =
  /** The height is above the newest block. */
  | { readonly kind: 'not-there'; readonly height: number }
  /** It is too far below the newest block. */
  | { readonly kind: 'not-kept'; readonly height: number }
  /** The block at this height is another one. */
  | { readonly kind: 'other-block'; readonly height: number; readonly hash: Hash };

/** A state that can be read, and be written to as long as nothing is committed. */
export type StateView = {
  readonly block: BlockMark;
  readonly database: EntryDatabase;
  readonly receipt: (requestKey: string) => Receipt | undefined;
};

/** States are given up this many blocks at a time. */
const forgetEvery = 16;

export class ChainState {
  private readonly entries: VersionedEntries;
  private readonly options: EntryDatabaseOptions;
  private readonly depth: number;
  private readonly bench: Workbench;
  private mark: BlockMark | undefined;
  /** Grows with every change. */
  private changes = 0;
  /** The first transaction that each rewind took back. */
  private readonly rewinds: bigint[] = [];

  constructor({ entries, depth, ...options }: ChainStateOptions) {
    this.entries = entries;
    this.options = options;
    this.depth = depth;
    this.bench = new Workbench(entries, options);
    this.mark = readMark(entries);
  }

  /** The newest block; `undefined` before the first one. */
  get head(): BlockMark | undefined {
    return this.mark;
  }

  /** Where a transaction was executed. */
  receipt(requestKey: string): Receipt | undefined {
    return readReceipt(this.entries, requestKey);
  }

  /** Begins the first block of the chain; `undefined` where there is one. */
  openFirst(height: number): WorkingBlock | undefined {
    return this.mark === undefined ? this.openOnHead(undefined, height) : undefined;
  }

  /** Begins a block on one of the blocks that are kept. Only one on the newest block can be committed. */
  open(parent: Pick<BlockMark, 'height' | 'hash'>): Result<WorkingBlock, StateFailure> {
    const height = parent.height + 1;
    if (parent.height === this.mark?.height) {
      const fault = isOther(this.mark, parent.hash);
      return fault === undefined ? good(this.openOnHead(this.mark, height)) : bad(fault);
    }
    const past = this.past(parent.height);
    if (!past.ok) return past;
    const { entries, mark, isCurrent } = past.value;
    const fault = isOther(mark, parent.hash);
    if (fault !== undefined) return bad(fault);
    const bench = new Workbench(entries, this.options);
    return good(new WorkingBlock({ bench, parent: mark, height, isCurrent }));
  }

  /** Makes a block the newest one. It must have been made on the block that is the newest now. */
  commit({ height, parent, sum, content }: FinishedBlock, hash: Hash): void {
    this.enforceParent(parent);
    // The state before the block gets its height now: the block itself is one change.
    if (this.mark !== undefined) this.entries.apply({ kind: 'mark', height: this.mark.height });
    const mark = { height, hash, sum };
    const entries = [...entriesOf(content), markEntry(mark)];
    this.entries.apply({ kind: 'write', entries, nextTransaction: content.next });
    this.mark = mark;
    this.changes++;
    this.bench.isWritten(content);
    if (height % forgetEvery === 0) this.forget(height - this.depth - forgetEvery);
  }

  /** Takes back all blocks above a height. */
  rewind(height: number): Result<BlockMark, StateFailure> {
    if (this.mark?.height === height) return good(this.mark);
    const transaction = this.transactionAfter(height);
    if (!transaction.ok) return transaction;
    this.entries.apply({ kind: 'rewind', transaction: transaction.value, height });
    this.mark = readMark(this.entries);
    this.changes++;
    this.rewinds.push(transaction.value);
    this.bench.isReplaced();
    return good(this.mark as BlockMark);
  }

  /** The state after the block of a height. It stays readable until that block is taken back or given up. */
  at(height: number): Result<StateView, StateFailure> {
    const past = this.past(height);
    if (!past.ok) return past;
    const { entries, mark } = past.value;
    return good({
      block: mark,
      database: new EntryDatabase(entries, this.options),
      receipt: (requestKey) => readReceipt(entries, requestKey),
    });
  }

  /** Computes the hash of the present state anew, entry by entry: a check that takes long. */
  computeStateHash(): Hash {
    return sumOf(this.entries).hash();
  }

  private openOnHead(parent: BlockMark | undefined, height: number): WorkingBlock {
    const { bench, changes } = this;
    return new WorkingBlock({ bench, parent, height, isCurrent: () => this.changes === changes });
  }

  private past(height: number): Result<Past, StateFailure> {
    const transaction = this.transactionAfter(height);
    if (!transaction.ok) return transaction;
    const isCurrent = this.untilTakenBack(transaction.value);
    const entries = new PastEntries(this.entries, transaction.value, isCurrent);
    const mark = readMark(entries);
    return mark === undefined
      ? bad({ kind: 'not-kept', height })
      : good({ entries, mark, isCurrent });
  }

  /** Whether no rewind from now on took the transaction before this one back. */
  private untilTakenBack(transaction: bigint): () => boolean {
    let seen = this.rewinds.length;
    let isThere = true;
    return () => {
      for (; seen < this.rewinds.length; seen++) {
        if ((this.rewinds[seen] as bigint) < transaction) isThere = false;
      }
      return isThere;
    };
  }

  private transactionAfter(height: number): Result<bigint, StateFailure> {
    const { mark, depth } = this;
    if (mark === undefined || height > mark.height) return bad({ kind: 'not-there', height });
    if (height === mark.height) return good(this.entries.nextTransaction);
    if (height < mark.height - depth) return bad({ kind: 'not-kept', height });
    try {
      return good(this.entries.transactionAfter(height));
    } catch (error) {
      if (isStoreFault(error) && error.code === 'not-kept')
        return bad({ kind: 'not-kept', height });
      throw error;
    }
  }

  private forget(height: number): void {
    if (height < 0) return;
    try {
      const transaction = this.entries.transactionAfter(height);
      this.entries.apply({ kind: 'forget', transaction });
    } catch (error) {
      // The chain began above this height.
      if (!isStoreFault(error) || error.code !== 'not-kept') throw error;
    }
  }

  private enforceParent(parent: Hash | undefined): void {
    const { mark } = this;
    const isOnHead =
      mark === undefined || parent === undefined ? mark === parent : equalBytes(mark.hash, parent);
    if (isOnHead) return;
    const head = mark === undefined ? 'none' : toBase64Url(mark.hash);
    throw new StoreFault('not-kept', `the block was not made on the newest block, ${head}`);
  }
}

type Past = {
  readonly entries: PastEntries;
  readonly mark: BlockMark;
  readonly isCurrent: () => boolean;
};

function isOther({ height, hash }: BlockMark, expected: Hash): StateFailure | undefined {
  return equalBytes(hash, expected) ? undefined : { kind: 'other-block', height, hash };
}
