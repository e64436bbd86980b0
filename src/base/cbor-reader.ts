// Reads CBOR (RFC 8949): stored documents, with numbers of any width like the reference's decoder, and COSE keys, only in
// the shortest form. The writer is lang/values/encoding/cbor-writer.ts.

import { decodeUtf8 } from './bytes.ts';

/** Raised by `CborReader`; `readCbor` turns it into `undefined`. */
class MalformedCbor extends Error {
  override readonly name = 'MalformedCbor';
}

/** Rejects the input from inside a reading function. */
export function malformedCbor(why: string): never {
  throw new MalformedCbor(why);
}

/**
 * Reads exactly one item. Returns `undefined` if the bytes are not what `read` expects. A `CborReader` is used only inside
 * this call.
 */
export function readCbor<T>(bytes: Uint8Array, read: (reader: CborReader) => T): T | undefined {
  return readWith(new CborReader(bytes, false), (reader) => {
    const value = read(reader);
    return reader.atEnd ? value : undefined;
  });
}

/** Like `readCbor`, but numbers must have their shortest form, and bytes after the item are ignored. */
export function readCanonicalCbor<T>(
  bytes: Uint8Array,
  read: (reader: CborReader) => T,
): T | undefined {
  return readWith(new CborReader(bytes, true), read);
}

function readWith<T>(reader: CborReader, read: (reader: CborReader) => T): T | undefined {
  try {
    return read(reader);
  } catch (error) {
    if (error instanceof MalformedCbor) return undefined;
    throw error;
  }
}

export class CborReader {
  private readonly input: Uint8Array;
  /** Rejects numbers that are wider than necessary. */
  private readonly isCanonical: boolean;
  private at = 0;

  constructor(input: Uint8Array, isCanonical: boolean) {
    this.input = input;
    this.isCanonical = isCanonical;
  }

  get atEnd(): boolean {
    return this.at === this.input.length;
  }

  uint(): number {
    return this.count(0);
  }

  int(): bigint {
    const first = this.peek();
    if (!this.isCanonical && (first === 0xc2 || first === 0xc3)) {
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

  /** Reads the length of the array that starts here, or the fact that it ends with a break. */
  listHead(): number | 'indefinite' {
    if (this.peek() !== 0x9f) return this.arrayHead();
    this.at++;
    return 'indefinite';
  }

  /** Reads the break that ends an array of indefinite length, if it is next. */
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

  /** Reads the argument of the next head, which must have the major type; a safe integer. */
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
    const argument = fromMagnitude(this.slice(1 << (info - 24)));
    if (this.isCanonical && argument < (leastOfWidth[info - 24] as bigint)) {
      malformedCbor('number not in its shortest form');
    }
    return argument;
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

/** The smallest numbers that need heads of 1, 2, 4 and 8 bytes. */
const leastOfWidth = [24n, 0x100n, 0x10000n, 0x100000000n];

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
