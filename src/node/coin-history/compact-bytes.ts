// Bytes with numbers of as many bytes as they need: 7 bits in each, the least significant first; the highest bit says that
// more follow.

import { concatBytes } from '../../base/bytes.ts';

export class CompactWriter {
  private readonly written: number[] = [];
  private readonly parts: Uint8Array[] = [];

  byte(value: number): void {
    this.written.push(value);
  }

  /** A safe integer from 0. */
  count(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.written.push((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.written.push(rest);
  }

  integer(value: bigint): void {
    // The sign is the lowest bit.
    let rest = value < 0n ? -2n * value - 1n : 2n * value;
    while (rest >= 0x80n) {
      this.written.push(Number(rest & 0x7fn) + 0x80);
      rest >>= 7n;
    }
    this.written.push(Number(rest));
  }

  /** Bytes whose number the reader knows. */
  fixed(bytes: Uint8Array): void {
    this.flush();
    this.parts.push(bytes);
  }

  part(bytes: Uint8Array): void {
    this.count(bytes.length);
    this.fixed(bytes);
  }

  bytes(): Uint8Array {
    this.flush();
    return concatBytes(this.parts);
  }

  private flush(): void {
    if (this.written.length > 0) this.parts.push(Uint8Array.from(this.written));
    this.written.length = 0;
  }
}

/** Returns zeros beyond the end, and records that it did. */
export class CompactReader {
  private readonly data: Uint8Array;
  private at = 0;
  private isBroken = false;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  /** Whether everything read so far was there. */
  get isGood(): boolean {
    return !this.isBroken;
  }

  /** Whether exactly all bytes were read. */
  get isWhole(): boolean {
    return !this.isBroken && this.at === this.data.length;
  }

  byte(): number {
    const value = this.data[this.at];
    if (value === undefined) {
      this.isBroken = true;
      return 0;
    }
    this.at++;
    return value;
  }

  count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.byte();
      value += (byte % 0x80) * factor;
      if (byte < 0x80) break;
    }
    if (!Number.isSafeInteger(value)) this.isBroken = true;
    return this.isBroken ? 0 : value;
  }

  integer(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      value += BigInt(byte % 0x80) << shift;
      if (byte < 0x80) break;
    }
    return (value & 1n) === 0n ? value >> 1n : -((value + 1n) >> 1n);
  }

  fixed(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.data.length) this.isBroken = true;
    const bytes = this.data.slice(this.at, end);
    if (!this.isBroken) this.at = end;
    return bytes;
  }

  part(): Uint8Array {
    return this.fixed(this.count());
  }
}
