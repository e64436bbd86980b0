// Documents of rows by key, stored without V8 objects for keys or documents. Rows can be replaced but not removed.

import { grown, PackedRecords, type PackingRoom } from './packed-records.ts';

/** An index entry is a record number, counted from 1; 0 is free. More than half of the entries are free. */
const firstIndex = 2 ** 17;

/** Keys that need more steps are stored in a `Map`: such collisions occur only if they are constructed on purpose. */
const mostSteps = 64;

export class PackedRows {
  private readonly records: PackedRecords;
  /** By number. */
  private hashes = new Uint32Array(1024);
  /** By hash, with linear probing. */
  private index = new Uint32Array(firstIndex);
  /** The numbers of the records that are not in the index. */
  private crowded = new Map<string, number>();

  constructor(room: PackingRoom, records: PackedRecords = new PackedRecords(room)) {
    this.records = records;
  }

  get size(): number {
    return this.records.size;
  }

  has(key: string): boolean {
    return this.find(key, hashOf(key)) !== undefined;
  }

  /** Returns the document, which is valid until the next change. */
  get(key: string): Uint8Array | undefined {
    const number = this.find(key, hashOf(key));
    return number === undefined ? undefined : documentIn(this.records.get(number));
  }

  /** Returns `false` and changes nothing if there is no room. */
  set(key: string, document: Uint8Array): boolean {
    const { records } = this;
    const hash = hashOf(key);
    const known = this.find(key, hash);
    if (known !== undefined) return records.replace(known, bytesOf(key), document);
    const number = records.size;
    if (!records.add(bytesOf(key), document)) return false;
    if (number === this.hashes.length) this.hashes = grown(this.hashes);
    this.hashes[number] = hash;
    if (2 * (number + 1) > this.index.length) this.enlargeIndex();
    else this.enter(number, hash);
    return true;
  }

  *keys(): Generator<string> {
    for (let number = 0; number < this.size; number++) yield keyIn(this.records.get(number));
  }

  copy(room: PackingRoom): PackedRows {
    const copy = new PackedRows(room, this.records.copy(room));
    copy.hashes = this.hashes.slice();
    copy.index = this.index.slice();
    copy.crowded = new Map(this.crowded);
    return copy;
  }

  private find(key: string, hash: number): number | undefined {
    const { index, hashes } = this;
    const last = index.length - 1;
    for (let step = 0; step < mostSteps; step++) {
      const taken = index[(hash + step) & last] as number;
      if (taken === 0) return undefined;
      if (hashes[taken - 1] === hash && hasKey(this.records.get(taken - 1), key)) return taken - 1;
    }
    return this.crowded.get(key);
  }

  private enter(number: number, hash: number): void {
    const { index } = this;
    const last = index.length - 1;
    for (let step = 0; step < mostSteps; step++) {
      const at = (hash + step) & last;
      if (index[at] !== 0) continue;
      index[at] = number + 1;
      return;
    }
    this.crowded.set(keyIn(this.records.get(number)), number);
  }

  private enlargeIndex(): void {
    this.index = new Uint32Array(2 * this.index.length);
    this.crowded.clear();
    for (let number = 0; number < this.size; number++) {
      this.enter(number, this.hashes[number] as number);
    }
  }
}

function hashOf(key: string): number {
  let hash = key.length;
  for (let i = 0; i < key.length; i++) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

// A key in a record: twice its length in UTF-16 units, plus 1 if the units take two bytes, then the units. Keys may be any
// JavaScript strings.

const headBytes = 4;

function bytesOf(key: string): Uint8Array {
  let isWide = 0;
  for (let i = 0; i < key.length; i++) if (key.charCodeAt(i) > 0xff) isWide = 1;
  const bytes = new Uint8Array(headBytes + key.length * (1 + isWide));
  writeHead(bytes, 2 * key.length + isWide);
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    const at = headBytes + i * (1 + isWide);
    bytes[at] = unit & 0xff;
    if (isWide === 1) bytes[at + 1] = unit >>> 8;
  }
  return bytes;
}

function hasKey(record: Uint8Array, key: string): boolean {
  const head = headOf(record);
  const width = 1 + (head & 1);
  if (head >>> 1 !== key.length) return false;
  if (width === 1) {
    for (let i = 0; i < key.length; i++) {
      if (record[headBytes + i] !== key.charCodeAt(i)) return false;
    }
    return true;
  }
  for (let i = 0; i < key.length; i++) {
    if (unitAt(record, headBytes + i * width, width) !== key.charCodeAt(i)) return false;
  }
  return true;
}

function keyIn(record: Uint8Array): string {
  const head = headOf(record);
  const width = 1 + (head & 1);
  const units: number[] = [];
  let key = '';
  for (let i = 0; i < head >>> 1; i++) {
    units.push(unitAt(record, headBytes + i * width, width));
    if (units.length === mostAtOnce) key += String.fromCharCode(...units.splice(0));
  }
  return key + String.fromCharCode(...units);
}

/** The maximum number of arguments of one call. */
const mostAtOnce = 4_096;

function documentIn(record: Uint8Array): Uint8Array {
  const head = headOf(record);
  return record.subarray(headBytes + (head >>> 1) * (1 + (head & 1)));
}

function unitAt(record: Uint8Array, at: number, width: number): number {
  const low = record[at] as number;
  return width === 1 ? low : low + 256 * (record[at + 1] as number);
}

function writeHead(bytes: Uint8Array, head: number): void {
  for (let i = 0; i < headBytes; i++) bytes[i] = (head >>> (8 * i)) & 0xff;
}

function headOf(record: Uint8Array): number {
  let head = 0;
  for (let i = headBytes - 1; i >= 0; i--) head = (head << 8) | (record[i] as number);
  return head >>> 0;
}
