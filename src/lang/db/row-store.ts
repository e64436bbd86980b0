// The rows of a table in memory. Rows of a large table are kept as documents, as text of one byte a
// character: a third of what objects take. What was lately used of them stays at hand.

import { assert } from '../../base/assert.ts';
import { readRowDocument, rowDocument } from '../core/document.ts';
import { ValueTooLarge } from '../values/value-too-large.ts';
import type { Row } from './database.ts';
import { Store, type UndoLog } from './store.ts';

/** Smaller tables are kept as they are. */
const smallTable = 50_000;

/** Rows of a large table that stay at hand. */
const mostRecent = 4_096;

/** A text is a row's document. */
export type StoredRows = Store<Row | string>;

export class RowStore {
  readonly stored: StoredRows;
  /** Packed rows that were lately used, as they are. */
  private readonly recent = new Map<string, Row>();
  /** Whether what is written is packed. */
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

  set(key: string, row: Row, undo: UndoLog | undefined): void {
    if (!this.isLarge) {
      this.stored.set(key, row, undo);
      if (this.stored.size > smallTable) this.enlarge(undo);
      return;
    }
    this.stored.set(key, packed(row), undo);
    this.remember(key, row);
    undo?.push(() => this.recent.delete(key));
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
    this.stored.convert((row) => (typeof row === 'string' ? row : packed(row)));
  }

  private remember(key: string, row: Row): void {
    const { recent } = this;
    if (recent.size >= mostRecent) recent.clear();
    recent.set(key, row);
  }
}

/** As it is where its document would be too large: what is shared within it would be written out. */
function packed(row: Row): Row | string {
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
  let text = '';
  for (let at = 0; at < bytes.length; at += step) {
    text += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return text;
}
