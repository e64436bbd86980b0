// Bytes of logs and images: numbers of fixed width, most significant byte first, and parts that begin with their length.

import { concatBytes, decodeUtf8 } from './bytes.ts';

const leastChunk = 256;
const largestChunk = 1 << 16;

export class ByteWriter {
  private readonly chunks: Uint8Array[] = [];
  private chunk = new Uint8Array(leastChunk);
  private view = new DataView(this.chunk.buffer);
  private at = 0;

  byte(value: number): void {
    this.room(1);
    this.view.setUint8(this.at, value);
    this.at += 1;
  }

  /** 32 bits. */
  number(value: number): void {
    this.room(4);
    this.view.setUint32(this.at, value);
    this.at += 4;
  }

  /** 64 bits. */
  long(value: bigint): void {
    this.room(8);
    this.view.setBigUint64(this.at, value);
    this.at += 8;
  }

  part(bytes: Uint8Array): void {
    this.number(bytes.length);
    this.room(bytes.length);
    this.chunk.set(bytes, this.at);
    this.at += bytes.length;
  }

  bytes(): Uint8Array {
    return concatBytes([...this.chunks, this.chunk.subarray(0, this.at)]);
  }

  private room(length: number): void {
    if (this.at + length <= this.chunk.length) return;
    this.chunks.push(this.chunk.subarray(0, this.at));
    const larger = Math.min(largestChunk, 4 * this.chunk.length);
    this.chunk = new Uint8Array(Math.max(larger, length));
    this.view = new DataView(this.chunk.buffer);
    this.at = 0;
  }
}

/** Returns zeros beyond the end, and records that it did. */
export class ByteReader {
  private readonly data: Uint8Array;
  private readonly view: DataView;
  private at = 0;
  private isBroken = false;

  constructor(data: Uint8Array) {
    this.data = data;
    this.view = new DataView(data.buffer, data.byteOffset, data.length);
  }

  /** Returns whether everything read so far was there. */
  isGood(): boolean {
    return !this.isBroken;
  }

  /** Returns whether exactly all bytes were read. */
  get isWhole(): boolean {
    return !this.isBroken && this.at === this.data.length;
  }

  byte(): number {
    const at = this.take(1);
    return at === undefined ? 0 : this.view.getUint8(at);
  }

  number(): number {
    const at = this.take(4);
    return at === undefined ? 0 : this.view.getUint32(at);
  }

  long(): bigint {
    const at = this.take(8);
    return at === undefined ? 0n : this.view.getBigUint64(at);
  }

  /** Returns a copy, so that a kept part does not keep all of the bytes in memory. */
  part(): Uint8Array {
    const length = this.number();
    const at = this.take(length);
    return at === undefined ? new Uint8Array() : this.data.slice(at, at + length);
  }

  text(): string {
    const length = this.number();
    const at = this.take(length);
    const text = at === undefined ? undefined : decodeUtf8(this.data.subarray(at, at + length));
    if (text === undefined) this.isBroken = true;
    return text ?? '';
  }

  private take(length: number): number | undefined {
    const { at } = this;
    if (this.isBroken || at + length > this.data.length) {
      this.isBroken = true;
      return undefined;
    }
    this.at += length;
    return at;
  }
}
