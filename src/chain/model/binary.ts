// Reads the fixed binary layouts of headers, and writes their chain ids and codes: little-endian integers. Reading past
// the end returns `undefined`.
import { assert } from '../../base/assert.ts';
import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';

export function word32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

export class BinaryReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  take(length: number): Uint8Array | undefined {
    if (this.bytes.length - this.at < length) return undefined;
    this.at += length;
    return this.bytes.slice(this.at - length, this.at);
  }

  word16(): number | undefined {
    return this.next(2, (at) => this.view.getUint16(at, true));
  }

  word32(): number | undefined {
    return this.next(4, (at) => this.view.getUint32(at, true));
  }

  word64(): bigint | undefined {
    return this.next(8, (at) => this.view.getBigUint64(at, true));
  }

  int64(): bigint | undefined {
    return this.next(8, (at) => this.view.getBigInt64(at, true));
  }

  private next<T>(length: number, read: (at: number) => T): T | undefined {
    if (this.bytes.length - this.at < length) return undefined;
    this.at += length;
    return read(this.at - length);
  }
}

// Unsigned 256-bit numbers, which the chain writes as 32 bytes, little-endian.

export const maxWord256 = 2n ** 256n - 1n;

export function word256Bytes(value: bigint): Uint8Array {
  assert(value >= 0n && value <= maxWord256, 'a word of 256 bits');
  const bytes = new Uint8Array(32);
  putWord256(new DataView(bytes.buffer), 0, value);
  return bytes;
}

/** Writes the 32 bytes at an offset. */
export function putWord256(view: DataView, at: number, value: bigint): void {
  view.setBigUint64(at, value, true);
  view.setBigUint64(at + 8, value >> 64n, true);
  view.setBigUint64(at + 16, value >> 128n, true);
  view.setBigUint64(at + 24, value >> 192n, true);
}

export function word256Of(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let value = 0n;
  for (let at = 24; at >= 0; at -= 8) value = (value << 64n) | view.getBigUint64(at, true);
  return value;
}

/** base64url of the 32 bytes, as for targets and weights in JSON. */
export function word256Text(value: bigint): string {
  return toBase64Url(word256Bytes(value));
}

export function parseWord256(text: string): bigint | undefined {
  const bytes = fromBase64Url(text);
  return bytes?.length === 32 ? word256Of(bytes) : undefined;
}
