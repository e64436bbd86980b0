// The rows of a large table in memory, packed as documents, which take a third of the memory of objects. Recently used
// rows are also kept as objects.

import { assert } from '../../base/assert.ts';
import { readRowDocument, rowDocument } from '../core/encoding/document.ts';
import { ValueTooLarge } from '../values/value-too-large.ts';
import type { Row } from './database.ts';
import { KeyOrder } from './key-order.ts';
import type { PackingRoom } from './packed-records.ts';
import { PackedRows } from './packed-rows.ts';
import { StoredEntries, type UndoLog } from './store.ts';

/** The maximum number of recently read rows kept as objects, and of recently written ones. */
const mostRecent = 4_096;

/** The number of rows packed at once: finding the oldest rows means skipping the entries before them. */
const rowsInBatch = 64;

/** A row, or its document if it was read from an image. */
export type StoredRow = Row | Uint8Array;

export class LargeRows extends StoredEntries<StoredRow> {
  private readonly packed: PackedRows;
  /** Rows that are not packed yet, oldest first: a row in use is often written again. */
  private readonly written = new Map<string, Row>();
  /** Rows that cannot be packed; they take precedence over packed rows. */
  private readonly unpackable = new Map<string, StoredRow>();
  /** Recently read packed rows. */
  private readonly recent = new Map<string, Row>();
  private order = new KeyOrder();
  private count = 0;
  /** Whether rows will be packed when the transaction is committed. */
  private isPackingDue = false;

  constructor(packed: PackedRows) {
    super();
    this.packed = packed;
  }

  static of(room: PackingRoom, entries: Iterable<readonly [string, StoredRow]>): LargeRows {
    const rows = new LargeRows(new PackedRows(room));
    for (const [key, row] of entries) {
      rows.count++;
      rows.pack(key, row);
    }
    return rows;
  }

  get size(): number {
    return this.count;
  }

  get(key: string): Row | undefined {
    const row = this.written.get(key) ?? this.recent.get(key);
    if (row !== undefined) return row;
    const stored = this.unpackable.get(key) ?? this.packed.get(key);
    if (!(stored instanceof Uint8Array)) return stored;
    const read = rowOf(stored);
    if (this.recent.size >= mostRecent) this.recent.clear();
    this.recent.set(key, read);
    return read;
  }

  has(key: string): boolean {
    return this.written.has(key) || this.isSettled(key);
  }

  /** Rows are packed only when the transaction is committed, because it can be undone until then. */
  set(key: string, row: Row, undo: UndoLog | undefined): void {
    const previous = this.written.get(key);
    const isNew = previous === undefined && !this.isSettled(key);
    this.changes++;
    if (isNew) {
      this.count++;
      this.order.add(key);
    }
    this.written.set(key, row);
    if (undo === undefined) return this.packOldest();
    if (!this.isPackingDue && this.written.size > mostRecent + rowsInBatch) {
      this.isPackingDue = true;
      undo.push(() => (this.isPackingDue = false));
      undo.whenKept(() => this.packOldest());
    }
    undo.push(() => this.takeBack(key, previous, isNew));
  }

  /** Ascending by code point. */
  keys(): readonly string[] {
    return this.order.of(() => this.allKeys());
  }

  *entries(): Generator<readonly [string, StoredRow]> {
    for (const key of this.allKeys()) {
      const row = this.written.get(key) ?? this.unpackable.get(key) ?? this.packed.get(key);
      assert(row !== undefined, 'a key has a row');
      yield [key, row];
    }
  }

  copy(room: PackingRoom): LargeRows {
    const copy = new LargeRows(this.packed.copy(room));
    for (const [key, row] of this.written) copy.written.set(key, row);
    for (const [key, row] of this.unpackable) copy.unpackable.set(key, row);
    copy.order = this.order.copy();
    copy.count = this.count;
    return copy;
  }

  private *allKeys(): Generator<string> {
    yield* this.packed.keys();
    for (const key of this.unpackable.keys()) if (!this.packed.has(key)) yield key;
    for (const key of this.written.keys()) if (!this.isSettled(key)) yield key;
  }

  private isSettled(key: string): boolean {
    return this.packed.has(key) || this.unpackable.has(key);
  }

  private takeBack(key: string, previous: Row | undefined, isNew: boolean): void {
    this.changes++;
    if (previous === undefined) this.written.delete(key);
    else this.written.set(key, previous);
    if (!isNew) return;
    this.count--;
    this.order.forget();
  }

  private packOldest(): void {
    this.isPackingDue = false;
    if (this.written.size <= mostRecent + rowsInBatch) return;
    let left = this.written.size - mostRecent;
    for (const [key, row] of this.written) {
      if (left-- === 0) return;
      this.written.delete(key);
      // The row as read is older than the one written.
      this.recent.delete(key);
      this.pack(key, row);
    }
  }

  private pack(key: string, row: StoredRow): void {
    const document = documentOf(row);
    const isPacked = document !== undefined && this.packed.set(key, document);
    if (!isPacked) this.unpackable.set(key, row);
    else if (this.unpackable.size > 0) this.unpackable.delete(key);
  }
}

/** Returns `undefined` if the document would be too large: parts shared within a row are written out repeatedly. */
function documentOf(row: StoredRow): Uint8Array | undefined {
  if (row instanceof Uint8Array) return row;
  try {
    return rowDocument(row);
  } catch (error) {
    if (error instanceof ValueTooLarge) return undefined;
    throw error;
  }
}

export function rowOf(document: Uint8Array): Row {
  const row = readRowDocument(document);
  assert(row !== undefined, 'a row can be read as it was written');
  return row;
}
