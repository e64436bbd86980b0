// The rows of a table in memory. Rows of a large table are kept as documents, as text of one byte a
// character: a third of what objects take. What was lately used of them stays at hand.

import { assert } from '../../base/assert.ts';
import { readRowDocument, rowDocument } from '../core/document.ts';
import { ValueTooLarge } from '../values/value-too-large.ts';
import type { Row } from './database.ts';
import { Store, type UndoLog } from './store.ts';

/** Smaller tables are kept as they are. */
const smallTable = 50_000;

/** Rows of a large table that stay at hand: so many that were read, and so many that were written. */
const mostRecent = 4_096;

/** Rows that are packed at once: to find the oldest takes a walk past those that were before them. */
const rowsInBatch = 64;

/** A text is a row's document. */
export type StoredRows = Store<Row | string>;

export class RowStore {
  readonly stored: StoredRows;
  /** Packed rows that were lately used, as they are. */
  private readonly recent = new Map<string, Row>();
  /** Keys of rows that are still to be packed, the oldest first: a row that is in use is often written again. */
  private readonly unpacked = new Set<string>();
  /** Whether what is written will be packed. */
  private isLarge = false;

  constructor(stored: StoredRows = new Store<Row | string>()) {
    this.stored = stored;
  }

  get(key: string): Row | undefined {
    const stored = this.stored.get(key);
    if (typeof stored !== 'string') return stored;
    const recent = this.recent.get(key);
    if (recent !== undefined) return recent;
    const row = unpacked(stored);
    this.remember(key, row);
    return row;
  }

  has(key: string): boolean {
    return this.stored.has(key);
  }

  set(key: string, row: Row, undo: UndoLog | undefined): void {
    this.stored.set(key, row, undo);
    if (!this.isLarge) {
      if (this.stored.size > smallTable) this.enlarge(undo);
      return;
    }
    this.unpacked.add(key);
    if (this.unpacked.size > mostRecent + rowsInBatch) this.packOldest();
    undo?.push(() => {
      this.recent.delete(key);
      this.unpacked.add(key);
    });
  }

  /** Ascending by code point. */
  keys(): readonly string[] {
    return this.stored.keys();
  }

  copy(): RowStore {
    return new RowStore(this.stored.copy());
  }

  private enlarge(undo: UndoLog | undefined): void {
    this.isLarge = true;
    // What is at hand may be of before the last write, and after a rollback of after it.
    this.recent.clear();
    undo?.push(() => this.recent.clear());
    this.stored.convert(packed);
  }

  private packOldest(): void {
    let left = rowsInBatch;
    for (const key of this.unpacked) {
      if (left-- === 0) return;
      this.unpacked.delete(key);
      // What was remembered is of before the row was written.
      this.recent.delete(key);
      this.stored.replace(key, packed);
    }
  }

  private remember(key: string, row: Row): void {
    const { recent } = this;
    if (recent.size >= mostRecent) recent.clear();
    recent.set(key, row);
  }
}

/** As it is where its document would be too large: what is shared within it would be written out. */
function packed(row: Row | string): Row | string {
  if (typeof row === 'string') return row;
  try {
    return textOf(rowDocument(row));
  } catch (error) {
    if (error instanceof ValueTooLarge) return row;
    throw error;
  }
}

function unpacked(text: string): Row {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  const row = readRowDocument(bytes);
  assert(row !== undefined, 'a row can be read as it was written');
  return row;
}

function textOf(bytes: Uint8Array): string {
  const step = 4_096;
  if (bytes.length <= step) return characters(bytes);
  let text = '';
  for (let at = 0; at < bytes.length; at += step) text += characters(bytes.subarray(at, at + step));
  return text;
}

/** Bytes spread as arguments would take seven times as long. */
function characters(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, undefined, bytes) as string;
}
