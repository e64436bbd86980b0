// The subset of CBOR for stored documents and module hashes: a canonical writer into a growing buffer. Used by
// value-cbor.ts and the codecs of terms and modules; base/cbor-reader.ts reads its output.
// Source: libraries cborg and serialise, section 4.5.

import { smallCopy, utf8Length } from '../../../base/bytes.ts';
import { defaultOutputLimit, ValueTooLarge } from '../value-too-large.ts';

const encoder = new TextEncoder();
const twoTo64 = 1n << 64n;

/** Writes items; throws `ValueTooLarge` beyond its limit of bytes. */
export class CborWriter {
  private buffer = new Uint8Array(256);
  private length = 0;
  protected readonly limit: number;

  constructor(limit: number = defaultOutputLimit) {
    this.limit = limit;
  }

  /** The number of bytes written. */
  get size(): number {
    return this.length;
  }

  /** The bytes written; valid only until the next write. */
  get written(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Starts over; returns the size of the buffer. */
  clear(): number {
    this.length = 0;
    return this.buffer.length;
  }

  /** Returns a copy of the bytes written from `start` on. */
  finish(start = 0): Uint8Array {
    return smallCopy(this.buffer, start, this.length);
  }

  /** Reserves `count` bytes, which stay undefined until the caller writes them into the finished bytes. */
  skip(count: number): void {
    this.reserve(count);
    this.length += count;
  }

  /** An unsigned number: indices, tags, line numbers. */
  uint(value: number): void {
    this.head(0, value);
  }

  int(value: bigint | number): void {
    if (typeof value === 'number') {
      if (value >= 0) this.head(0, value);
      else this.head(0x20, -1 - value);
      return;
    }
    if (value >= 0n) this.bigHead(0, 0xc2, value);
    else this.bigHead(0x20, 0xc3, -1n - value);
  }

  bool(value: boolean): void {
    this.byte(value ? 0xf5 : 0xf4);
  }

  unit(): void {
    this.byte(0xf6);
  }

  text(text: string): void {
    const { length } = text;
    this.head(0x60, length);
    this.reserve(length);
    const { buffer } = this;
    let at = this.length;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) return this.longerText(text);
      buffer[at++] = unit;
    }
    this.length = at;
  }

  /** Rewrites the head and writes a string that turned out not to be ASCII. */
  private longerText(text: string): void {
    this.length -= headLength(text.length);
    const bytes = encoder.encode(text);
    this.head(0x60, bytes.length);
    this.append(bytes);
  }

  bytes(bytes: Uint8Array): void {
    this.head(0x40, bytes.length);
    this.append(bytes);
  }

  arrayHead(length: number): void {
    this.head(0x80, length);
  }

  mapHead(length: number): void {
    this.head(0xa0, length);
  }

  indefiniteArray(): void {
    this.byte(0x9f);
  }

  break(): void {
    this.byte(0xff);
  }

  /** LIST of section 4.5: `80` when empty, otherwise of indefinite length. */
  list<T>(items: readonly T[], write: (writer: CborWriter, item: T) => void): void {
    if (items.length === 0) return this.arrayHead(0);
    this.indefiniteArray();
    for (let i = 0; i < items.length; i++) write(this, items[i] as T);
    this.break();
  }

  /** SET or VECTOR of section 4.5: of definite length; sets must already be in ascending order. */
  vector<T>(items: readonly T[], write: (writer: CborWriter, item: T) => void): void {
    this.arrayHead(items.length);
    for (let i = 0; i < items.length; i++) write(this, items[i] as T);
  }

  /** MAP of section 4.5: of definite length; keys must already be in ascending order. */
  map<T>(fields: ReadonlyMap<string, T>, write: (writer: CborWriter, item: T) => void): void {
    this.mapHead(fields.size);
    for (const [key, value] of fields) {
      this.text(key);
      write(this, value);
    }
  }

  maybe<T>(item: T | undefined, write: (writer: CborWriter, item: T) => void): void {
    if (item === undefined) return this.arrayHead(0);
    this.arrayHead(1);
    write(this, item);
  }

  protected head(major: number, value: number): void {
    this.reserve(9);
    const { buffer } = this;
    if (value < 24) {
      buffer[this.length++] = major | value;
      return;
    }
    if (value < 0x100) {
      buffer[this.length++] = major | 24;
      buffer[this.length++] = value;
    } else if (value < 0x10000) {
      buffer[this.length++] = major | 25;
      this.bigEndian(value, 2);
    } else if (value < 0x100000000) {
      buffer[this.length++] = major | 26;
      this.bigEndian(value, 4);
    } else {
      buffer[this.length++] = major | 27;
      this.bigEndian(value, 8);
    }
  }

  private bigHead(major: number, bignumTag: number, magnitude: bigint): void {
    if (magnitude <= 0x1fffffffffffffn) return this.head(major, Number(magnitude));
    if (magnitude < twoTo64) {
      this.byte(major | 27);
      wordView.setBigUint64(0, magnitude);
      this.append(wordBytes);
      return;
    }
    this.byte(bignumTag);
    this.bytes(magnitudeBytes(magnitude));
  }

  private bigEndian(value: number, width: number): void {
    let rest = value;
    for (let i = width - 1; i >= 0; i--) {
      this.buffer[this.length + i] = rest % 0x100;
      rest = Math.floor(rest / 0x100);
    }
    this.length += width;
  }

  protected byte(byte: number): void {
    this.reserve(1);
    this.buffer[this.length++] = byte;
  }

  protected append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (this.length > this.limit) throw new ValueTooLarge(this.limit);
    if (needed <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.buffer.length));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}

/** Bytes of the number that an item begins with. */
export function headLength(value: number): number {
  if (value < 24) return 1;
  if (value < 0x100) return 2;
  if (value < 0x10000) return 3;
  return value < 0x100000000 ? 5 : 9;
}

const wordView = new DataView(new ArrayBuffer(8));
const wordBytes = new Uint8Array(wordView.buffer);

/** Big-endian, without leading zeros. */
function magnitudeBytes(magnitude: bigint): Uint8Array {
  const hex = magnitude.toString(16);
  const padded = hex.length % 2 === 0 ? hex : `0${hex}`;
  const bytes = new Uint8Array(padded.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(padded.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Counts the bytes that a writer would write: gas needs the count far more often than the bytes. */
export class CborCounter extends CborWriter {
  private count = 0;
  /** Strings repeat: every position of a module has the same path. */
  private lastText = '';
  private lastLength = 0;

  get total(): number {
    return this.count;
  }

  /** Adds bytes that were counted before. */
  add(bytes: number): void {
    this.count += bytes;
    if (this.count > this.limit) throw new ValueTooLarge(this.limit);
  }

  override text(text: string): void {
    if (text !== this.lastText) {
      this.lastText = text;
      this.lastLength = utf8Length(text);
    }
    this.add(headLength(this.lastLength) + this.lastLength);
  }

  protected override head(_major: number, value: number): void {
    this.add(headLength(value));
  }

  protected override byte(): void {
    this.add(1);
  }

  protected override append(bytes: Uint8Array): void {
    this.add(bytes.length);
  }
}
