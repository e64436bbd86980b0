// Rows of equal width. Only the newest ones and recently read pages are in memory; the others are moved out. A page for
// which there is no room stays in memory.

import { assert } from '../../base/assert.ts';
import type { Rows } from '../../base/hash-table.ts';
import type { Aside } from './put-aside.ts';

const rowsOfPage = 64;
/** The most pages in memory besides the one being filled. */
const maxHeld = 8;

export class PagedRows implements Rows {
  readonly width: number;
  private readonly aside: Aside;
  /** The place of each full page, or the page itself. */
  private readonly pages: (number | Uint8Array)[] = [];
  private last: Uint8Array;
  /** Pages in memory that have a place; the least recently read one comes first. */
  private readonly held = new Map<number, Uint8Array>();
  private count = 0;

  constructor(width: number, aside: Aside) {
    this.width = width;
    this.aside = aside;
    this.last = this.emptyPage();
  }

  get length(): number {
    return this.count;
  }

  push(row: Uint8Array): number {
    assert(row.length === this.width, 'rows have one width');
    const at = this.count++;
    this.last.set(row, (at % rowsOfPage) * this.width);
    if (this.count % rowsOfPage === 0) {
      const number = this.pages.length;
      this.pages.push(this.aside.put(this.last) ?? this.last);
      this.hold(number, this.last);
      this.last = this.emptyPage();
    }
    return at;
  }

  row(at: number): Uint8Array {
    assert(at < this.count, 'a row that was added');
    const start = (at % rowsOfPage) * this.width;
    return this.page(Math.floor(at / rowsOfPage)).subarray(start, start + this.width);
  }

  write(at: number, bytes: Uint8Array, from: number): void {
    this.row(at).set(bytes, from);
    const number = Math.floor(at / rowsOfPage);
    const place = this.pages[number];
    if (typeof place !== 'number') return;
    const page = this.page(number);
    this.aside.drop(place);
    this.pages[number] = this.aside.put(page) ?? page;
  }

  cutTo(count: number): void {
    assert(count <= this.count, 'a number of rows that there are');
    const number = Math.floor(count / rowsOfPage);
    this.count = count;
    if (number >= this.pages.length) return;
    this.last = this.page(number).slice();
    for (const [i, place] of this.pages.entries()) {
      if (i < number) continue;
      this.held.delete(i);
      if (typeof place === 'number') this.aside.drop(place);
    }
    this.pages.length = number;
  }

  private page(number: number): Uint8Array {
    if (number === this.pages.length) return this.last;
    const place = this.pages[number];
    assert(place !== undefined, 'a page of a row that was added');
    if (typeof place !== 'number') return place;
    const page = this.held.get(number) ?? this.aside.get(place);
    this.hold(number, page);
    return page;
  }

  private hold(number: number, page: Uint8Array): void {
    this.held.delete(number);
    this.held.set(number, page);
    for (const oldest of this.held.keys()) {
      if (this.held.size <= maxHeld) return;
      this.held.delete(oldest);
    }
  }

  private emptyPage(): Uint8Array {
    return new Uint8Array(rowsOfPage * this.width);
  }
}
