// The entries of a block in progress: held in memory over an unchanged state, until all of them are written as one batch
// or dropped.
import { compareText } from '../../base/text.ts';
import { mergedKeys } from '../../lang/session/store.ts';
import {
  type Change,
  type Entry,
  type EntryKey,
  type EntryReader,
  type EntryStore,
  StoreFault,
  type VersionedEntries,
} from './entries.ts';

type Replaced = EntryKey & {
  readonly transaction: bigint;
  /** The previous entry under the key; `undefined` if there was none. */
  readonly held: Uint8Array | undefined;
};

type Documents = ReadonlyMap<number, ReadonlyMap<string, Uint8Array>>;

type Content = {
  readonly documents: Map<number, Map<string, Uint8Array>>;
  readonly cover: Cover | undefined;
  readonly replaced: Replaced[];
  readonly first: bigint;
  next: bigint;
};

/** The content of a block. Only `HeldEntries` changes it, while it is the current one. */
export type HeldContent = {
  readonly documents: Documents;
  /** What blocks between it and the state below have written. */
  readonly cover: Cover | undefined;
  readonly next: bigint;
};

/** The entries of blocks that are not written yet, over the state below. */
export class Cover implements EntryReader {
  private readonly below: EntryReader;
  private readonly documents = new Map<number, Map<string, Uint8Array>>();

  constructor(below: EntryReader) {
    this.below = below;
  }

  document(space: number, key: string): Uint8Array | undefined {
    return this.documents.get(space)?.get(key) ?? this.below.document(space, key);
  }

  keys(space: number): string[] {
    return keysOver(this.below.keys(space), this.documents.get(space));
  }

  /** Adds the entries of the next block. */
  add(content: HeldContent): void {
    for (const { space, key, document } of entriesOf(content)) {
      const ofSpace = this.documents.get(space);
      if (ofSpace === undefined) this.documents.set(space, new Map([[key, document]]));
      else ofSpace.set(key, document);
    }
  }

  /** Yields all entries over the state below, each key once. */
  *entries(): Generator<Entry> {
    yield* entriesIn(this.documents);
  }
}

/** Yields all held entries, each key once. */
export function entriesOf({ documents }: Pick<HeldContent, 'documents'>): Generator<Entry> {
  return entriesIn(documents);
}

function* entriesIn(documents: Documents): Generator<Entry> {
  for (const [space, ofSpace] of documents) {
    for (const [key, document] of ofSpace) yield { space, key, document };
  }
}

export class HeldEntries implements EntryStore {
  private readonly below: EntryReader;
  private content: Content;

  /** `next`: the id of the first transaction of the block. */
  constructor(below: EntryReader, next: bigint) {
    this.below = below;
    this.content = emptyContent(next);
  }

  get nextTransaction(): bigint {
    return this.content.next;
  }

  document(space: number, key: string): Uint8Array | undefined {
    const { documents, cover = this.below } = this.content;
    return documents.get(space)?.get(key) ?? cover.document(space, key);
  }

  keys(space: number): string[] {
    const { documents, cover = this.below } = this.content;
    return keysOver(cover.keys(space), documents.get(space));
  }

  /** Applies a change. Heights belong to the state below, where the block is written as a whole. */
  apply(change: Change): void {
    if (change.kind === 'write') {
      for (const entry of change.entries) this.write(entry);
      this.content.next = change.nextTransaction;
      return;
    }
    if (change.kind === 'rewind' && change.height === undefined) {
      return this.rewind(change.transaction);
    }
    throw new StoreFault('read-only', 'a block in progress has no heights');
  }

  /** Returns the keys written since a transaction; a key may appear several times. */
  changedSince(transaction: bigint): readonly EntryKey[] {
    const { replaced } = this.content;
    let from = replaced.length;
    while (from > 0 && (replaced[from - 1] as Replaced).transaction >= transaction) from--;
    return replaced.slice(from);
  }

  /** Replaces the content, which later writes change; returns the previous one. */
  exchange(content: HeldContent): HeldContent {
    const former = this.content;
    this.content = content as Content;
    return former;
  }

  private write({ space, key, document }: Entry): void {
    const { documents, replaced, next } = this.content;
    let ofSpace = documents.get(space);
    if (ofSpace === undefined) {
      ofSpace = new Map();
      documents.set(space, ofSpace);
    }
    replaced.push({ space, key, transaction: next, held: ofSpace.get(key) });
    ofSpace.set(key, document);
  }

  private rewind(transaction: bigint): void {
    const { documents, replaced } = this.content;
    if (transaction < this.content.first || transaction > this.content.next) {
      throw new StoreFault('not-kept', `the block does not have transaction ${transaction}`);
    }
    for (let last = replaced.at(-1); last !== undefined; last = replaced.at(-1)) {
      if (last.transaction < transaction) break;
      replaced.pop();
      const { space, key, held } = last;
      if (held === undefined) documents.get(space)?.delete(key);
      else documents.get(space)?.set(key, held);
    }
    this.content.next = transaction;
  }
}

function keysOver(below: string[], held: ReadonlyMap<string, Uint8Array> | undefined): string[] {
  if (held === undefined) return below;
  return mergedKeys(below, [...held.keys()].sort(compareText));
}

/** Returns the content of a block whose first transaction has this id. */
export function emptyContent(next: bigint, cover?: Cover): Content {
  return { documents: new Map(), cover, replaced: [], first: next, next };
}

// The state before a transaction, which stays fixed while the current state changes.

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

// Entries that record each change before it is made.

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
