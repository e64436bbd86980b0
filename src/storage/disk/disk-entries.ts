// The entries of one chain in an environment, with what its transactions replaced: the engine of nodes, for states that
// are larger than memory. The entries are those of the newest state. Each transaction adds a record of the documents that
// it replaced: a rewind restores them, a state of the past is read through them, and forgetting removes the records.

import {
  Cache,
  CacheRoom,
  type Change,
  type Entry,
  type EntryKey,
  StoreFault,
  type VersionedEntries,
} from '../entries/index.ts';
import { ByteReader, ByteWriter } from '../../base/byte-stream.ts';
import { compareText } from '../../base/text.ts';
import { mergedKeys } from '../../lang/session/store.ts';
import { isLong, readEntry, spaceStart, storedEntry, storedKey } from './entry-keys.ts';
import type { DiskTable } from './disk-table.ts';
import type { Environment } from './environment.ts';
import { maxHotBytes } from './limits.ts';
import { PastStates } from './past-states.ts';
import { addReplaced, placeOf, readUndo, type Replaced, undoBytes } from './undo-records.ts';

/** The tables that entries need in their environment. */
export const entryTables = ['entries', 'undo', 'chains'] as const;

export class DiskEntries implements VersionedEntries {
  private readonly chain: number;
  private readonly entries: DiskTable;
  private readonly undo: DiskTable;
  private readonly chains: DiskTable;
  /** Recently used documents, and keys that have none. */
  private readonly hot = new Cache<Uint8Array | undefined>(new CacheRoom(maxHotBytes));
  private readonly past: PastStates;
  private state: State;

  /** `chain`: the number that separates these entries from others in the environment. */
  constructor(environment: Environment, chain: number) {
    this.chain = chain;
    this.entries = environment.table('entries');
    this.undo = environment.table('undo');
    this.chains = environment.table('chains');
    this.state = this.readState();
    this.past = new PastStates((from) => this.replacedFrom(from));
  }

  get nextTransaction(): bigint {
    return this.state.next;
  }

  document(space: number, key: string): Uint8Array | undefined {
    const place = placeOf({ space, key });
    const hot = this.hot.get(place);
    if (hot !== undefined) return hot.value;
    const document = this.storedDocument(space, key);
    this.hold(place, document);
    return document;
  }

  keys(space: number): string[] {
    const keys: string[] = [];
    /** Whole keys with the same start are in the order of their hashes. */
    const long: string[] = [];
    const range = { from: spaceStart(this.chain, space), to: spaceStart(this.chain, space + 1) };
    for (const stored of this.entries.range(range)) {
      const { key } = readEntry(stored);
      if (!isLong(stored)) keys.push(key);
      else long.push(key);
    }
    return long.length === 0 ? keys : mergedKeys(keys, long.sort(compareText));
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
    const replaced = this.past.since(transaction, this.state.next).get(placeOf({ space, key }));
    return replaced === undefined ? this.document(space, key) : replaced.old;
  }

  keysBefore(transaction: bigint, space: number): string[] {
    this.enforceKept(transaction);
    const added = new Set<string>();
    for (const each of this.past.since(transaction, this.state.next).values()) {
      if (each.space === space && each.old === undefined) added.add(each.key);
    }
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
    const changed = [...this.replacedFrom(before.next)];
    for (const key of changed) this.hot.delete(placeOf(key));
    return changed;
  }

  private write(entries: readonly Entry[], next: bigint): void {
    const { state, chain } = this;
    const key = undoKey(chain, state.next);
    const record = this.undo.get(key);
    const replaced = new Map<string, Replaced>();
    if (record !== undefined) addReplaced(replaced, readUndo(record));
    // All reads come first: one that finds damage leaves nothing half written.
    for (const entry of entries) {
      const place = placeOf(entry);
      if (replaced.has(place)) continue;
      const { space, key: own } = entry;
      replaced.set(place, { space, key: own, old: this.document(space, own) });
    }
    for (const entry of entries) this.put(entry);
    if (entries.length > 0) this.undo.put(key, undoBytes(replaced.values()));
    // A single write outside of transactions changes the record of the next one.
    if (next === state.next) this.past.clear();
    this.setState({ ...state, next });
  }

  private rewind(transaction: bigint, height: number | undefined): void {
    this.enforceKept(transaction);
    const { chain } = this;
    const range = { from: undoKey(chain, transaction), to: chainEnd(chain) };
    const replaced = new Map<string, Replaced>();
    const records = [...this.undo.range(range)];
    for (const { value } of records) addReplaced(replaced, readUndo(value));
    for (const { key } of records) this.undo.remove(key);
    for (const [place, { space, key, old: document }] of replaced) {
      if (document !== undefined) this.put({ space, key, document });
      else {
        this.entries.remove(storedKey(chain, space, key));
        this.hold(place, undefined);
      }
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

  private put(entry: Entry): void {
    const { key, value } = storedEntry(this.chain, entry);
    this.entries.put(key, value);
    this.hold(placeOf(entry), entry.document);
  }

  private hold(place: string, document: Uint8Array | undefined): void {
    this.hot.set(place, { value: document, size: document?.length ?? 0 });
  }

  private *replacedFrom(transaction: bigint): Generator<Replaced> {
    const { chain } = this;
    const range = { from: undoKey(chain, transaction), to: chainEnd(chain) };
    for (const { value } of this.undo.range(range)) yield* readUndo(value);
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

type State = {
  /** The next transaction. */
  readonly next: bigint;
  /** The first transaction before which the state can be read. */
  readonly firstKept: bigint;
  /** How often transactions were taken back. */
  readonly rewinds: bigint;
};

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
