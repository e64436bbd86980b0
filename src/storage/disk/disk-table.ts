// A table of an environment: from keys to values, in the order of the keys' bytes.
//
// Each stored value begins with a checksum of its key and its content, so that a damaged one is found when it is read. A
// damaged key cannot be found under its true name. So where a key seems to be missing, and where a range begins and ends,
// the entries beside that place are checked, and their order: a search that a damaged key misleads ends beside it, and one
// that an inner page of the file misleads ends between entries that the key does not belong between.

import { crc32 } from 'node:zlib';
import type { Database } from 'lmdb';
import { compareBytes, equalBytes } from '../../base/bytes.ts';
import { StoreFault } from '../entries/index.ts';
import type { PendingWrites } from './pending-writes.ts';

export type TableRange = {
  /** The first key. */
  readonly from: Uint8Array;
  /** The key before which the range ends. */
  readonly to: Uint8Array;
  /** From the last key to the first (default: false). */
  readonly isReverse?: boolean;
};

export type TableEntry = { readonly key: Uint8Array; readonly value: Uint8Array };

/** A value as it is stored; `isPending`: one that is not, of a write that waits. */
type RawEntry = TableEntry & { readonly isPending: boolean };

type Stored = Pick<
  Database<Uint8Array, Uint8Array>,
  'getBinaryFast' | 'getRange' | 'put' | 'remove' | 'clearSync'
>;

/** A table that a file does not have, in an environment that only reads. */
export const emptyTable = {
  getBinaryFast: () => undefined,
  getRange: () => [],
  put: () => Promise.resolve(false),
  remove: () => Promise.resolve(false),
  clearSync: () => undefined,
} as unknown as Stored;

const checksumBytes = 4;

/** Keys have at least one byte. */
export class DiskTable {
  readonly name: string;
  private readonly stored: Stored;
  private readonly pending: () => PendingWrites;

  constructor(name: string, stored: Stored, pending: () => PendingWrites) {
    this.name = name;
    this.stored = stored;
    this.pending = pending;
  }

  /** Returns a value that the caller may keep. Throws a `StoreFault` if it is damaged. */
  get(key: Uint8Array): Uint8Array | undefined {
    const pending = this.pending().get(this, key);
    if (pending !== undefined) return pending.value;
    const value = this.reading(() => this.stored.getBinaryFast(key));
    if (value !== undefined) return this.checked(key, value);
    // The key itself can be there, if an inner page has misled the search.
    for (const side of ['before', 'after'] as const) {
      const beside = this.beside(key, side);
      if (beside !== undefined && equalBytes(beside, key)) throw this.damaged();
    }
    return undefined;
  }

  /** Yields the entries of a range in order. The table must not be written to meanwhile. */
  *range(range: TableRange): Generator<TableEntry> {
    for (const { key, value, isPending } of this.merged(range, this.storedRange(range))) {
      yield { key, value: isPending ? value : this.checked(key, value) };
    }
  }

  /** Returns the greatest key of a range. */
  lastKey(range: Pick<TableRange, 'from' | 'to'>): Uint8Array | undefined {
    for (const { key } of this.range({ ...range, isReverse: true })) return key;
    return undefined;
  }

  /** Yields the keys of a range. Nothing is checked, so that a damaged entry does not hide the others. */
  *keys(range: TableRange): Generator<Uint8Array> {
    for (const { key } of this.merged(range, this.uncheckedRange(range))) yield key;
  }

  /** Yields the entries of a range as far as they can be read: a damaged one has no value. */
  *walk(range: TableRange): Generator<Pick<TableEntry, 'key'> & Partial<TableEntry>> {
    for (const { key, value, isPending } of this.merged(range, this.uncheckedRange(range))) {
      if (isPending) yield { key, value };
      else {
        const content = contentOf(key, value);
        yield content === undefined ? { key } : { key, value: content };
      }
    }
  }

  /** Writes a value in the current step. Neither key nor value may be changed afterwards. */
  put(key: Uint8Array, value: Uint8Array): void {
    this.pending().add({ table: this, key, value });
  }

  remove(key: Uint8Array): void {
    this.pending().add({ table: this, key, value: undefined });
  }

  /** Removes everything in the current transaction of LMDB, for the environment. */
  clear(): void {
    this.stored.clearSync();
  }

  /** Hands a write to LMDB, for the environment. The promise rejects if the commit fails; several writes may share it. */
  write(key: Uint8Array, value: Uint8Array | undefined): Promise<boolean> {
    if (value === undefined) return this.stored.remove(key);
    const stored = new Uint8Array(checksumBytes + value.length);
    new DataView(stored.buffer).setUint32(0, checksum(key, value));
    stored.set(value, checksumBytes);
    return this.stored.put(key, stored);
  }

  /** Combines stored entries with writes that wait. */
  private *merged(range: TableRange, entries: Iterable<TableEntry>): Generator<RawEntry> {
    if (compareBytes(range.from, range.to) >= 0) return;
    const pending = this.pending().inRange(this, range);
    let next = 0;
    const sign = range.isReverse === true ? -1 : 1;
    for (const { key, value } of entries) {
      for (let early = pending[next]; early !== undefined; early = pending[next]) {
        const order = sign * compareBytes(early.key, key);
        if (order >= 0) break;
        next++;
        if (early.value !== undefined)
          yield { key: early.key, value: early.value, isPending: true };
      }
      const replacement = pending[next];
      if (replacement === undefined || !equalBytes(replacement.key, key)) {
        yield { key, value, isPending: false };
        continue;
      }
      next++;
      if (replacement.value !== undefined) yield { key, value: replacement.value, isPending: true };
    }
    for (const { key, value } of pending.slice(next)) {
      if (value !== undefined) yield { key, value, isPending: true };
    }
  }

  /** Yields the stored entries of a range. Throws a `StoreFault` if their order is damaged. */
  private *storedRange({ from, to, isReverse = false }: TableRange): Generator<TableEntry> {
    const sign = isReverse ? -1 : 1;
    const start = isReverse ? to : from;
    this.beside(start, isReverse ? 'after' : 'before');
    let last: Uint8Array | undefined;
    for (const { key, value } of this.raw({ start, reverse: isReverse })) {
      const order = sign * compareBytes(key, last ?? start);
      if (order < 0 || (order === 0 && last !== undefined)) throw this.damaged();
      last = key;
      // A reverse range begins with the key before which it ends.
      if (isReverse && order === 0) continue;
      if (isReverse ? compareBytes(key, from) < 0 : compareBytes(key, to) >= 0) {
        // This key is beyond the end, if it is not damaged.
        this.checked(key, value);
        return;
      }
      yield { key, value };
    }
  }

  private *uncheckedRange({ from, to, isReverse = false }: TableRange): Generator<TableEntry> {
    for (const { key, value } of this.raw({ start: isReverse ? to : from, reverse: isReverse })) {
      if (isReverse && equalBytes(key, to)) continue;
      if (compareBytes(key, from) >= 0 && compareBytes(key, to) < 0) yield { key, value };
    }
  }

  /** Returns the last key up to this one, or the first one from it on. Throws if it is damaged or not in order. */
  private beside(key: Uint8Array, side: 'before' | 'after'): Uint8Array | undefined {
    const isBefore = side === 'before';
    const [beside] = [...this.raw({ start: key, reverse: isBefore, limit: 1 })];
    if (beside === undefined) return undefined;
    this.checked(beside.key, beside.value);
    const order = compareBytes(beside.key, key);
    if (isBefore ? order > 0 : order < 0) throw this.damaged();
    return beside.key;
  }

  private *raw(bounds: {
    readonly start: Uint8Array;
    readonly reverse: boolean;
    readonly limit?: number;
  }): Generator<TableEntry> {
    try {
      yield* this.stored.getRange(bounds);
    } catch (error) {
      throw this.readingFault(error);
    }
  }

  private checked(key: Uint8Array, stored: Uint8Array): Uint8Array {
    const content = contentOf(key, stored);
    if (content === undefined) throw this.damaged();
    return content;
  }

  private damaged(): StoreFault {
    return new StoreFault('damaged', `an entry of ${this.name} on the disk is damaged`);
  }

  private reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.readingFault(error);
    }
  }

  private readingFault(error: unknown): StoreFault {
    if (error instanceof StoreFault) return error;
    return new StoreFault('damaged', `${this.name} cannot be read from the disk: ${textOf(error)}`);
  }
}

/** Returns the content of a stored value, or `undefined` if it or the key is damaged. */
function contentOf(key: Uint8Array, stored: Uint8Array): Uint8Array | undefined {
  if (stored.length < checksumBytes) return undefined;
  // A copy: the library uses its buffer again. The buffer may be larger than the value: only `length` is right.
  const content = new Uint8Array(stored.subarray(checksumBytes, stored.length));
  const expected = new DataView(stored.buffer, stored.byteOffset, checksumBytes).getUint32(0);
  return checksum(key, content) === expected ? content : undefined;
}

function checksum(key: Uint8Array, value: Uint8Array): number {
  return crc32(value, crc32(key));
}

/** Returns the text of a value that was thrown. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
