// The rows of a table in memory: as objects, and packed once the table is large.

import { assert } from '../../base/assert.ts';
import type { Row } from './database.ts';
import { LargeRows, rowOf, type StoredRow } from './large-rows.ts';
import { PackingRoom } from './packed-records.ts';
import { Store, type StoredEntries, type UndoLog } from './store.ts';

/** Smaller tables are kept as objects. */
const smallTable = 50_000;

export type StoredRows = StoredEntries<StoredRow>;

export class RowStore {
  private readonly room: PackingRoom;
  private rows: Store<StoredRow> | LargeRows;
  /** When this transaction is committed, the table becomes a large one. */
  private enlargedAfter: UndoLog | undefined;

  constructor(room = new PackingRoom(), rows: StoredRows = new Store<StoredRow>()) {
    assert(rows instanceof Store || rows instanceof LargeRows, 'rows come from another store');
    this.room = room;
    this.rows = rows;
  }

  get stored(): StoredRows {
    return this.rows;
  }

  get(key: string): Row | undefined {
    const row = this.rows.get(key);
    return row instanceof Uint8Array ? rowOf(row) : row;
  }

  has(key: string): boolean {
    return this.rows.has(key);
  }

  set(key: string, row: Row, undo: UndoLog | undefined): void {
    const { rows } = this;
    rows.set(key, row, undo);
    if (rows instanceof LargeRows || rows.size <= smallTable) return;
    // Writes of a transaction can be undone until it is committed.
    if (undo === undefined) return this.enlarge();
    if (undo !== this.enlargedAfter) undo.whenKept(() => this.enlarge());
    this.enlargedAfter = undo;
  }

  /** Ascending by code point. */
  keys(): readonly string[] {
    return this.rows.keys();
  }

  copy(room: PackingRoom): RowStore {
    const { rows } = this;
    return new RowStore(room, rows instanceof Store ? rows.copy() : rows.copy(room));
  }

  private enlarge(): void {
    this.enlargedAfter = undefined;
    if (this.rows.size > smallTable) this.rows = LargeRows.of(this.room, this.rows.entries());
  }
}
