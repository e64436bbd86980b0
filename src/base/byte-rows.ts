// A list of rows of the same width, stored as bytes in pages, so that millions of rows need no objects.

import { assert } from './assert.ts';

/** Rows per page: small enough for few rows, and large enough that many rows need few pages. */
const rowsOfPage = 256;

export interface Rows {
  /** The number of bytes in a row. */
  readonly width: number;
  readonly length: number;
  /** Adds a row and returns its number. */
  push(row: Uint8Array): number;
  /** Returns a view that is valid until the next call: copy it to keep it. */
  row(at: number): Uint8Array;
  /** Replaces bytes of a row, beginning at `from`. */
  write(at: number, bytes: Uint8Array, from: number): void;
  /** Removes all rows except the first `count`. */
  cutTo(count: number): void;
}

/** Rows in memory. */
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
