// The entries of one chain in an environment, with what its transactions replaced: the engine of nodes, for states that
// are larger than memory. The entries are those of the newest state. Each transaction adds a record of the documents that
// it replaced: a rewind restores them, a state of the past is read through them, and forgetting removes the records.

import {
  type Change,
  type Entry,
  type EntryKey,
  StoreFault,
  type VersionedEntries,
} from '../entries/index.ts';
import { ByteReader, ByteWriter } from '../../base/byte-stream.ts';
import { compareText } from '../../base/text.ts';
import { isLong, readEntry, spaceStart, storedEntry, storedKey } from './entry-keys.ts';
import type { DiskTable } from './disk-table.ts';
import type { Environment } from './environment.ts';
import { HotDocuments } from './hot-documents.ts';
import { maxHotBytes } from './limits.ts';
import { PastStates } from './past-states.ts';
import { placeOf, readUndo, type Replaced, undoBytes } from './undo-records.ts';

/** The tables that entries need in their environment. */
export const entryTables = ['entries', 'undo', 'chains'] as const;

export class DiskEntries implements VersionedEntries {
  private readonly chain: number;
  private readonly entries: DiskTable;
  private readonly undo: DiskTable;
  private readonly chains: DiskTable;
  private readonly hot = new HotDocuments(maxHotBytes);
  private readonly past: PastStates;
  private state: State;

  /** `chain`: the number that separates these entries from others in the environment. */
  constructor(environment: Environment, chain: number) {
    this.chain = chain;
    this.entries = environment.table('entries');
    this.undo = environment.table('undo');
    this.chains = environment.table('chains');
    this.state = this.readState();
    this.past = new PastStates((from) => this.recordsFrom(from));
  }

  get nextTransaction(): bigint {
    return this.state.next;
  }

  document(space: number, key: string): Uint8Array | undefined {
    const place = placeOf({ space, key });
    const hot = this.hot.get(place);
    if (hot !== undefined) return hot.document;
    const document = this.storedDocument(space, key);
    this.hot.set(place, { document });
    return document;
  }

  keys(space: number): string[] {
    const keys: string[] = [];
    /** Whole keys with the same start are in the order of their hashes. */
    let long: string[] = [];
    const range = { from: spaceStart(this.chain, space), to: spaceStart(this.chain, space + 1) };
    for (const stored of this.entries.range(range)) {
      const { key } = readEntry(stored);
      if (!isLong(stored)) keys.push(key);
      else long.push(key);
    }
    if (long.length === 0) return keys;
    long = long.sort(compareText);
    return mergedSorted(keys, long);
  }

  apply(change: Change): void {
    switch (change.kind) {
      case 'write':
        return this.write(change.entries, change.nextTransaction);
      case 'mark':
        this.chains.put(markKey(this.chain, change.height), numberBytes(this.state.next));
        return;
      case 'rewind':
        return this.rewind(change.transaction, change.height);
      case 'forget':
        return this.forget(change.transaction);
    }
  }

  documentBefore(transaction: bigint, space: number, key: string): Uint8Array | undefined {
    this.enforceKept(transaction);
    const replaced = this.past.replacedSince(transaction, this.state, { space, key });
    return replaced === undefined ? this.document(space, key) : replaced.old;
  }

  keysBefore(transaction: bigint, space: number): string[] {
    this.enforceKept(transaction);
    const added = this.past.addedSince(transaction, this.state, space);
    return this.keys(space).filter((key) => !added.has(key));
  }

  /** Returns the transaction after a marked height. */
  transactionAfter(height: number): bigint {
    const mark = this.chains.get(markKey(this.chain, height));
    if (mark !== undefined) return new ByteReader(mark).long();
    throw new StoreFault('not-kept', `the state of height ${height} is not kept`);
  }

  /**
   * For a thread that only reads: moves to the state that its environment shows now. Returns the keys that changed, or
   * `undefined` if anything may have changed.
   */
  refresh(): readonly EntryKey[] | undefined {
    const before = this.state;
    this.state = this.readState();
    const { next, rewinds, firstKept } = this.state;
    const isLater = rewinds === before.rewinds && next >= before.next && before.next >= firstKept;
    if (!isLater) {
      this.hot.clear();
      this.past.clear();
      return undefined;
    }
    if (next === before.next) return [];
    const changed = [...this.recordsFrom(before.next)].flatMap(({ replaced }) => replaced);
    for (const key of changed) this.hot.delete(placeOf(key));
    return changed;
  }

  private write(entries: readonly Entry[], next: bigint): void {
    const { state, chain } = this;
    const key = undoKey(chain, state.next);
    const record = this.undo.get(key);
    const replaced = new Map<string, Replaced>();
    for (const each of record === undefined ? [] : readUndo(record))
      replaced.set(placeOf(each), each);
    // All reads come first: one that finds damage leaves nothing half written.
    for (const entry of entries) {
      const place = placeOf(entry);
      if (replaced.has(place)) continue;
      const { space, key: own } = entry;
      replaced.set(place, { space, key: own, old: this.document(space, own) });
    }
    for (const entry of entries) {
      const stored = storedEntry(chain, entry);
      this.entries.put(stored.key, stored.value);
      this.hot.set(placeOf(entry), { document: entry.document });
    }
    if (entries.length > 0) this.undo.put(key, undoBytes(replaced.values()));
    // A single write outside of transactions changes the record of the next one.
    if (next === state.next) this.past.clear();
    this.setState({ ...state, next });
  }

  private rewind(transaction: bigint, height: number | undefined): void {
    this.enforceKept(transaction);
    const { chain } = this;
    const from = undoKey(chain, transaction);
    const records = [...this.undo.range({ from, to: chainEnd(chain), isReverse: true })];
    for (const { key, value } of records) {
      for (const { space, key: own, old } of readUndo(value)) {
        if (old === undefined) this.entries.remove(storedKey(chain, space, own));
        else {
          const stored = storedEntry(chain, { space, key: own, document: old });
          this.entries.put(stored.key, stored.value);
        }
        this.hot.set(placeOf({ space, key: own }), { document: old });
      }
      this.undo.remove(key);
    }
    this.past.clear();
    this.dropMarks((mark) => mark.transaction > transaction || mark.height > (height ?? Infinity));
    const { state } = this;
    this.setState({ ...state, next: transaction, rewinds: state.rewinds + 1n });
  }

  private forget(transaction: bigint): void {
    const { chain } = this;
    const range = { from: undoKey(chain, 0n), to: undoKey(chain, transaction) };
    for (const key of [...this.undo.keys(range)]) this.undo.remove(key);
    this.dropMarks((mark) => mark.transaction < transaction);
    this.setState({ ...this.state, firstKept: transaction });
  }

  private dropMarks(
    isDropped: (mark: { readonly height: number; readonly transaction: bigint }) => boolean,
  ): void {
    const { chain } = this;
    for (const { key, value } of [...this.chains.range(marksOf(chain))]) {
      const height = heightIn(key);
      if (isDropped({ height, transaction: new ByteReader(value).long() })) this.chains.remove(key);
    }
  }

  private storedDocument(space: number, key: string): Uint8Array | undefined {
    const place = storedKey(this.chain, space, key);
    const value = this.entries.get(place);
    return value && readEntry({ key: place, value }).document;
  }

  private *recordsFrom(transaction: bigint): Generator<UndoRecord> {
    const { chain } = this;
    const range = { from: undoKey(chain, transaction), to: chainEnd(chain) };
    for (const { key, value } of this.undo.range(range)) {
      yield { transaction: transactionIn(key), replaced: readUndo(value) };
    }
  }

  private readState(): State {
    const stored = this.chains.get(stateKey(this.chain));
    if (stored === undefined) return { next: 0n, firstKept: 0n, rewinds: 0n };
    const reader = new ByteReader(stored);
    return { next: reader.long(), firstKept: reader.long(), rewinds: reader.long() };
  }

  private setState(state: State): void {
    this.state = state;
    const bytes = numberBytes(state.next, state.firstKept, state.rewinds);
    this.chains.put(stateKey(this.chain), bytes);
  }

  private enforceKept(transaction: bigint): void {
    const { firstKept, next } = this.state;
    if (firstKept <= transaction && transaction <= next) return;
    throw new StoreFault('not-kept', `the state before transaction ${transaction} is not kept`);
  }
}

export type State = {
  /** The next transaction. */
  readonly next: bigint;
  /** The first transaction before which the state can be read. */
  readonly firstKept: bigint;
  /** How often transactions were taken back. */
  readonly rewinds: bigint;
};

export type UndoRecord = { readonly transaction: bigint; readonly replaced: readonly Replaced[] };

function mergedSorted(left: readonly string[], right: readonly string[]): string[] {
  const merged: string[] = [];
  let at = 0;
  for (const each of left) {
    for (
      let next = right[at];
      next !== undefined && compareText(next, each) < 0;
      next = right[at]
    ) {
      merged.push(next);
      at++;
    }
    merged.push(each);
  }
  return [...merged, ...right.slice(at)];
}

// Keys of the tables: those of undo records are a chain (4) and a transaction (8); those of chains a chain (4), a kind (1),
// and for marks a height (8).

const kinds = { state: 0, mark: 1 } as const;

function numberBytes(...numbers: readonly bigint[]): Uint8Array {
  const writer = new ByteWriter();
  for (const number of numbers) writer.long(number);
  return writer.bytes();
}

function undoKey(chain: number, transaction: bigint): Uint8Array {
  const writer = new ByteWriter();
  writer.number(chain);
  writer.long(transaction);
  return writer.bytes();
}

function chainEnd(chain: number): Uint8Array {
  return undoKey(chain + 1, 0n);
}

function transactionIn(key: Uint8Array): bigint {
  const reader = new ByteReader(key);
  reader.number();
  return reader.long();
}

function stateKey(chain: number): Uint8Array {
  return chainKey(chain, kinds.state);
}

function chainKey(chain: number, kind: number): Uint8Array {
  const writer = new ByteWriter();
  writer.number(chain);
  writer.byte(kind);
  return writer.bytes();
}

function markKey(chain: number, height: number): Uint8Array {
  const writer = new ByteWriter();
  writer.number(chain);
  writer.byte(kinds.mark);
  writer.long(BigInt(height));
  return writer.bytes();
}

function marksOf(chain: number): { readonly from: Uint8Array; readonly to: Uint8Array } {
  return { from: chainKey(chain, kinds.mark), to: chainKey(chain, kinds.mark + 1) };
}

function heightIn(key: Uint8Array): number {
  const reader = new ByteReader(key);
  reader.number();
  reader.byte();
  return Number(reader.long());
}
