// A map from hashes of 32 bytes to values of one length, in order of insertion: for millions of entries, without an object
// for each.

import { assert } from './assert.ts';
import { equalBytes } from './bytes.ts';
import { ByteRows, type Rows } from './byte-rows.ts';
import { HashIndex } from './hash-index.ts';

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
