// A growing buffer of bytes and the numbers that are written into it.

import { NotKept } from './not-kept.ts';

/** A long string that occurs many times in a list takes little memory, but would take gigabytes here. */
export const mostImageBytes = 2 ** 28;

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
    if (needed > mostImageBytes) throw new NotKept('a state that is too large');
    const larger = new Uint8Array(Math.max(needed, 2 * this.buffer.length));
    larger.set(this.buffer.subarray(0, this.end));
    this.buffer = larger;
    this.view = new DataView(larger.buffer);
  }
}
