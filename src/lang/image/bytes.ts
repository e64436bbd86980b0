// Writes numbers and texts into a growing buffer of bytes, and reads them from any offset.
import { NotKept } from './format.ts';
import { BugError } from '../../base/assert.ts';

/** A long string that occurs many times in a list takes little memory, but would take gigabytes here. */
export const maxImageBytes = 2 ** 28;

export class ByteWriter {
  private buffer = new Uint8Array(1 << 16);
  private view = new DataView(this.buffer.buffer);
  private end = 0;

  get length(): number {
    return this.end;
  }

  finish(): Uint8Array {
    return this.buffer.slice(0, this.end);
  }

  byte(value: number): void {
    if (this.end === this.buffer.length) this.reserve(1);
    this.buffer[this.end++] = value;
  }

  /** Writes a safe integer, not negative; small ones take few bytes. */
  count(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.end++] = (rest % 0x80) | 0x80;
      rest = rest < 0x80000000 ? rest >>> 7 : Math.floor(rest / 0x80);
    }
    this.buffer[this.end++] = rest;
  }

  /** Writes a safe integer of either sign, of at most 52 bits. */
  integer(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  float(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.end, value, true);
    this.end += 8;
  }

  /** Writes a number of fixed width, so that it can be set later. */
  word(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.end, value, true);
    this.end += 4;
  }

  setWord(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.end);
    this.end += bytes.length;
  }

  /** Writes any string, even with lone surrogates: one byte per unit if all are ASCII, otherwise two. */
  text(text: string): void {
    const { length } = text;
    const head = this.end;
    this.count(length * 2);
    this.reserve(length);
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) return this.wideText(text, head);
      this.buffer[this.end++] = unit;
    }
  }

  private wideText(text: string, head: number): void {
    const { length } = text;
    this.end = head;
    this.count(length * 2 + 1);
    this.reserve(2 * length);
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      this.buffer[this.end++] = unit & 0xff;
      this.buffer[this.end++] = unit >>> 8;
    }
  }

  private reserve(count: number): void {
    const needed = this.end + count;
    if (needed <= this.buffer.length) return;
    if (needed > maxImageBytes) throw new NotKept('a state that is too large');
    const larger = new Uint8Array(Math.max(needed, 2 * this.buffer.length));
    larger.set(this.buffer.subarray(0, this.end));
    this.buffer = larger;
    this.view = new DataView(larger.buffer);
  }
}

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
