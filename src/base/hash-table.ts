// A map from hashes of 32 bytes to values of one length, in order of insertion: for millions of entries, without an object
// for each.

import { assert } from './assert.ts';
import { equalBytes } from './bytes.ts';

export const keyBytes = 32;

export class HashTable {
  readonly valueBytes: number;
  private readonly rows: Rows;
  private readonly index: HashIndex;

  /** `rowsOf`: creates the storage of rows with a width; in memory by default. */
  constructor(valueBytes: number, rowsOf = (width: number): Rows => new ByteRows(width)) {
    this.valueBytes = valueBytes;
    this.rows = rowsOf(keyBytes + valueBytes);
    this.index = new HashIndex((at, key) => equalBytes(this.keyAt(at), key));
  }

  get size(): number {
    return this.rows.length;
  }

  /** Returns the number of a key, from 0. */
  find(key: Uint8Array): number | undefined {
    return key.length === keyBytes ? this.index.find(key) : undefined;
  }

  /** Returns a view that is valid until the next call: copy it to keep it. */
  get(key: Uint8Array): Uint8Array | undefined {
    const at = this.find(key);
    return at === undefined ? undefined : this.valueAt(at);
  }

  /** An existing key keeps its number. */
  set(key: Uint8Array, value: Uint8Array): number {
    assert(key.length === keyBytes, 'keys are hashes');
    const known = this.index.find(key);
    if (known !== undefined) {
      this.rows.write(known, value, keyBytes);
      return known;
    }
    const row = new Uint8Array(this.rows.width);
    row.set(key);
    row.set(value, keyBytes);
    const at = this.rows.push(row);
    this.index.add(key, at);
    return at;
  }

  /** A view. */
  keyAt(at: number): Uint8Array {
    return this.rows.row(at).subarray(0, keyBytes);
  }

  /** A view. */
  valueAt(at: number): Uint8Array {
    return this.rows.row(at).subarray(keyBytes);
  }

  /** Removes all keys except the first `count`. */
  cutTo(count: number): void {
    for (let at = this.size - 1; at >= count; at--) this.index.remove(this.keyAt(at), at);
    this.rows.cutTo(count);
  }
}

// A hash table from keys that are hashes to numbers of entries. It takes 8 bytes per slot; a third to two thirds of the slots
// are used. Of each key only four bytes are stored here, so a lookup rarely compares the key of another entry.
//
// The bytes of a key determine its slot. Keys are cryptographic hashes, so to construct a key near a given slot takes on
// average as many hashes as there are slots.

const firstPlaces = 64;

class HashIndex {
  /** Whether the entry with this number has the key. */
  private readonly has: (number: number, key: Uint8Array) => boolean;
  /** Pairs of the number of an entry plus one (0: none) and the tag of its key. */
  private places = new Uint32Array(2 * firstPlaces);
  private count = 0;

  constructor(has: (number: number, key: Uint8Array) => boolean) {
    this.has = has;
  }

  get size(): number {
    return this.count;
  }

  /** Returns the number that a key was added with. */
  find(key: Uint8Array): number | undefined {
    const tag = tagOf(key);
    const mask = this.places.length / 2 - 1;
    for (let at = homeOf(tag, mask); ; at = (at + 1) & mask) {
      const number = this.places[2 * at] as number;
      if (number === 0) return undefined;
      if (this.places[2 * at + 1] === tag && this.has(number - 1, key)) return number - 1;
    }
  }

  /** Adds a new key. */
  add(key: Uint8Array, number: number): void {
    this.count++;
    if (this.count > this.places.length / 3) this.grow();
    this.put(tagOf(key), number + 1);
  }

  /** Removes a key that was added with this number. */
  remove(key: Uint8Array, number: number): void {
    const { places } = this;
    const mask = places.length / 2 - 1;
    let gap = homeOf(tagOf(key), mask);
    while (places[2 * gap] !== number + 1) {
      if (places[2 * gap] === 0) return;
      gap = (gap + 1) & mask;
    }
    this.count--;
    // Entries that were displaced by this one move up.
    for (let at = (gap + 1) & mask; places[2 * at] !== 0; at = (at + 1) & mask) {
      const fromHome = (at - homeOf(places[2 * at + 1] as number, mask)) & mask;
      if (fromHome < ((at - gap) & mask)) continue;
      places.copyWithin(2 * gap, 2 * at, 2 * at + 2);
      gap = at;
    }
    places.fill(0, 2 * gap, 2 * gap + 2);
  }

  private put(tag: number, number: number): void {
    const { places } = this;
    const mask = places.length / 2 - 1;
    let at = homeOf(tag, mask);
    while (places[2 * at] !== 0) at = (at + 1) & mask;
    places[2 * at] = number;
    places[2 * at + 1] = tag;
  }

  private grow(): void {
    const before = this.places;
    this.places = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      const number = before[at] as number;
      if (number !== 0) this.put(before[at + 1] as number, number);
    }
  }
}

/** Returns four bytes of the key. */
function tagOf(key: Uint8Array): number {
  const [first = 0, second = 0, third = 0, fourth = 0] = key;
  return ((first << 24) | (second << 16) | (third << 8) | fourth) >>> 0;
}

const homeOf = (tag: number, mask: number): number => tag & mask;

// A list of rows of the same width, stored as bytes in pages, so that millions of rows need no objects.

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
