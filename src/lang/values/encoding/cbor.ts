// CBOR as far as stored documents and module hashes need it: a canonical writer into a growing buffer, and a
// strict reader. Its users are value-cbor.ts and the codecs of terms and modules.
// Source: libraries cborg and serialise, section 4.5.

import { decodeUtf8 } from '../../../base/bytes.ts';
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

  /** Begins anew; the answer is how large the buffer has become. */
  clear(): number {
    this.length = 0;
    return this.buffer.length;
  }

  /** The bytes written from `start` on, to be kept. */
  finish(start = 0): Uint8Array {
    return this.buffer.slice(start, this.length);
  }

  /** Leaves room for so many bytes, which stay undefined: the caller writes them into what is finished. */
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

  /** Not of one byte a character, as was believed when its head was written. */
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

  /** LIST of section 4.5: `80` when empty, else of indefinite length. */
  list<T>(items: readonly T[], write: (writer: CborWriter, item: T) => void): void {
    if (items.length === 0) return this.arrayHead(0);
    this.indefiniteArray();
    for (let i = 0; i < items.length; i++) write(this, items[i] as T);
    this.break();
  }

  /** SET or VECTOR of section 4.5: of definite length; sets must already ascend. */
  vector<T>(items: readonly T[], write: (writer: CborWriter, item: T) => void): void {
    this.arrayHead(items.length);
    for (let i = 0; i < items.length; i++) write(this, items[i] as T);
  }

  /** MAP of section 4.5: of definite length; keys must already ascend. */
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
      this.append(magnitudeBytes(magnitude, 8));
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

/** Raised by `CborReader`; `readCbor` turns it into `undefined`. */
class MalformedCbor extends Error {
  override readonly name = 'MalformedCbor';
}

/** Rejects the input from inside a reading function. */
export function malformedCbor(why: string): never {
  throw new MalformedCbor(why);
}

/**
 * Reads exactly one item; `undefined` if the bytes are not what `read` expects. A `CborReader` is used only inside this
 * call.
 */
export function readCbor<T>(bytes: Uint8Array, read: (reader: CborReader) => T): T | undefined {
  try {
    const reader = new CborReader(bytes);
    const value = read(reader);
    return reader.atEnd ? value : undefined;
  } catch (error) {
    if (error instanceof MalformedCbor) return undefined;
    throw error;
  }
}

export class CborReader {
  private readonly input: Uint8Array;
  private at = 0;

  constructor(input: Uint8Array) {
    this.input = input;
  }

  get atEnd(): boolean {
    return this.at === this.input.length;
  }

  uint(): number {
    return this.count(0);
  }

  int(): bigint {
    const first = this.peek();
    if (first === 0xc2 || first === 0xc3) {
      this.at++;
      const magnitude = fromMagnitude(this.bytes());
      return first === 0xc2 ? magnitude : -1n - magnitude;
    }
    const major = first & 0xe0;
    if (major !== 0 && major !== 0x20) malformedCbor('integer expected');
    const magnitude = this.argument();
    return major === 0 ? magnitude : -1n - magnitude;
  }

  bool(): boolean {
    const byte = this.take();
    if (byte !== 0xf4 && byte !== 0xf5) malformedCbor('bool expected');
    return byte === 0xf5;
  }

  unit(): void {
    if (this.take() !== 0xf6) malformedCbor('unit expected');
  }

  text(): string {
    const text = decodeUtf8(this.slice(this.count(0x60)));
    return text ?? malformedCbor('text is not UTF-8');
  }

  bytes(): Uint8Array {
    return this.slice(this.count(0x40)).slice();
  }

  arrayHead(): number {
    return this.count(0x80);
  }

  mapHead(): number {
    return this.count(0xa0);
  }

  expectArray(length: number): void {
    if (this.arrayHead() !== length) malformedCbor(`array of ${length} expected`);
  }

  /** Length of the array that starts here, or that it ends with a break. */
  listHead(): number | 'indefinite' {
    if (this.peek() !== 0x9f) return this.arrayHead();
    this.at++;
    return 'indefinite';
  }

  /** Takes the break that ends an array of indefinite length, if it is next. */
  takeBreak(): boolean {
    if (this.peek() !== 0xff) return false;
    this.at++;
    return true;
  }

  /** LIST, SET or VECTOR. */
  list<T>(read: (reader: CborReader) => T): T[] {
    const length = this.listHead();
    const items: T[] = [];
    if (length === 'indefinite') while (!this.takeBreak()) items.push(read(this));
    else for (let i = 0; i < length; i++) items.push(read(this));
    return items;
  }

  map<T>(read: (reader: CborReader) => T): Map<string, T> {
    const length = this.mapHead();
    const fields = new Map<string, T>();
    for (let i = 0; i < length; i++) {
      const key = this.text();
      fields.set(key, read(this));
    }
    return fields;
  }

  maybe<T>(read: (reader: CborReader) => T): T | undefined {
    const length = this.arrayHead();
    if (length > 1) malformedCbor('optional item expected');
    return length === 0 ? undefined : read(this);
  }

  /** The argument of the head here, which must have the major type; a safe number. */
  private count(major: number): number {
    if ((this.peek() & 0xe0) !== major) malformedCbor('other major type expected');
    const argument = this.argument();
    if (argument > 0x1fffffffffffffn) malformedCbor('number too large');
    return Number(argument);
  }

  private argument(): bigint {
    const info = this.take() & 0x1f;
    if (info < 24) return BigInt(info);
    if (info > 27) malformedCbor('unknown head');
    return fromMagnitude(this.slice(1 << (info - 24)));
  }

  private slice(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.input.length) malformedCbor('input ends early');
    const slice = this.input.subarray(this.at, end);
    this.at = end;
    return slice;
  }

  private peek(): number {
    return this.input[this.at] ?? malformedCbor('input ends early');
  }

  private take(): number {
    const byte = this.peek();
    this.at++;
    return byte;
  }
}

/** Big-endian, without leading zeros beyond the width. */
function magnitudeBytes(magnitude: bigint, width = 0): Uint8Array {
  const hex = magnitude.toString(16);
  const padded = hex.padStart(Math.max(2 * width, hex.length + (hex.length % 2)), '0');
  const bytes = new Uint8Array(padded.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(padded.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function fromMagnitude(bytes: Uint8Array): bigint {
  if (bytes.length <= 6) {
    let value = 0;
    for (let i = 0; i < bytes.length; i++) value = value * 0x100 + (bytes[i] as number);
    return BigInt(value);
  }
  let hex = '0x';
  for (const byte of bytes) hex += (byte < 16 ? '0' : '') + byte.toString(16);
  return BigInt(hex);
}
