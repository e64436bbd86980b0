// Values of one length under keys that are hashes of 32 bytes, in the order in which they came: for millions of them, without
// an object for each.

import { assert } from './assert.ts';
import { equalBytes } from './bytes.ts';
import { ByteRows, type Rows } from './byte-rows.ts';
import { HashIndex } from './hash-index.ts';

export const keyBytes = 32;

export class HashTable {
  readonly valueBytes: number;
  private readonly rows: Rows;
  private readonly index: HashIndex;

  /** `rowsOf`: where rows of a width are; in memory by default. */
  constructor(valueBytes: number, rowsOf = (width: number): Rows => new ByteRows(width)) {
    this.valueBytes = valueBytes;
    this.rows = rowsOf(keyBytes + valueBytes);
    this.index = new HashIndex((at, key) => equalBytes(this.keyAt(at), key));
  }

  get size(): number {
    return this.rows.length;
  }

  /** The number of a key, from 0. */
  find(key: Uint8Array): number | undefined {
    return key.length === keyBytes ? this.index.find(key) : undefined;
  }

  /** A view, good until the next call: copy what is to stay. */
  get(key: Uint8Array): Uint8Array | undefined {
    const at = this.find(key);
    return at === undefined ? undefined : this.valueAt(at);
  }

  /** A key that is there keeps its number. */
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

  /** Only the first keys are left. */
  cutTo(count: number): void {
    for (let at = this.size - 1; at >= count; at--) this.index.remove(this.keyAt(at), at);
    this.rows.cutTo(count);
  }
}
