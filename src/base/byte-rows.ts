// Rows of one width in order, as bytes in pages: what is kept of millions of things takes no objects.

import { assert } from './assert.ts';

/** Rows of a page: little where few are kept, and few pages where many are. */
const rowsOfPage = 256;

export interface Rows {
  /** Bytes of a row. */
  readonly width: number;
  readonly length: number;
  /** The number of the row. */
  push(row: Uint8Array): number;
  /** Good until the next call: copy what is to stay. */
  row(at: number): Uint8Array;
  /** Replaces bytes of a row, from one on. */
  write(at: number, bytes: Uint8Array, from: number): void;
  /** Only the first rows are left. */
  cutTo(count: number): void;
}

/** All of them in memory. */
export class ByteRows implements Rows {
  readonly width: number;
  private readonly pages: Uint8Array[] = [];
  private count = 0;

  constructor(width: number) {
    this.width = width;
  }

  get length(): number {
    return this.count;
  }

  push(row: Uint8Array): number {
    assert(row.length === this.width, 'rows have one width');
    const at = this.count;
    if (at % rowsOfPage === 0) this.pages.push(new Uint8Array(rowsOfPage * this.width));
    this.count++;
    this.row(at).set(row);
    return at;
  }

  row(at: number): Uint8Array {
    const page = this.pages[Math.floor(at / rowsOfPage)];
    assert(page !== undefined && at < this.count, 'a row that was added');
    const start = (at % rowsOfPage) * this.width;
    return page.subarray(start, start + this.width);
  }

  write(at: number, bytes: Uint8Array, from: number): void {
    this.row(at).set(bytes, from);
  }

  cutTo(count: number): void {
    assert(count <= this.count, 'a number of rows that there are');
    this.count = count;
    this.pages.length = Math.ceil(count / rowsOfPage);
  }
}
