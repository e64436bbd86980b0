// Reads bytes that ByteWriter wrote, from any offset.

import { BugError } from '../../base/assert.ts';

export class ByteReader {
  readonly bytes: Uint8Array;
  /** The offset of the next read. */
  at: number;
  /** A view of the same bytes. */
  private readonly view: DataView;

  constructor(view: DataView, bytes: Uint8Array, at: number) {
    this.view = view;
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new BugError('an image ends too soon');
    return byte;
  }

  count(): number {
    let byte = this.byte();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      byte = this.byte();
      value += (byte & 0x7f) * factor;
    }
    return value;
  }

  integer(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  float(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  word(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  /** Returns a view, not a copy. */
  take(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(): string {
    const head = this.count();
    const isWide = head % 2 === 1;
    const length = (isWide ? head - 1 : head) / 2;
    return isWide ? this.wideText(length) : this.narrowText(length);
  }

  private narrowText(length: number): string {
    // A decoder is slower than a loop for short texts, and faster for long ones.
    if (length > 24) return ascii.decode(this.take(length));
    let text = '';
    for (const end = this.at + length; this.at < end; this.at++) {
      text += String.fromCharCode(this.bytes[this.at] as number);
    }
    return text;
  }

  private wideText(length: number): string {
    const parts: string[] = [];
    for (let done = 0; done < length; done += unitsAtOnce) {
      const units: number[] = [];
      for (let i = done; i < Math.min(length, done + unitsAtOnce); i++) {
        units.push(this.byte() | (this.byte() << 8));
      }
      parts.push(String.fromCharCode(...units));
    }
    return parts.join('');
  }
}

const ascii = new TextDecoder();
const unitsAtOnce = 4096;
