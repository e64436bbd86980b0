// Encodes all entries in memory with the kept versions as bytes, from which another process can restore the state.

import { concatBytes, decodeUtf8, utf8 } from '../../base/bytes.ts';
import type { EntryKey } from './entries.ts';

/** A document, and the first transaction that replaced it. */
export type ReplacedDocument = EntryKey & {
  readonly transaction: bigint;
  /** `undefined` if there was no document. */
  readonly old: Uint8Array | undefined;
};

/** Documents by key, for example a `Map`. */
export type Documents = Iterable<readonly [key: string, document: Uint8Array]> & {
  readonly size: number;
};

export type EntriesContent = {
  readonly next: bigint;
  readonly firstKept: bigint;
  readonly documents: Iterable<readonly [space: number, Documents]>;
  /** Replaced documents in the order of their transactions. */
  readonly replaced: Iterable<ReplacedDocument>;
};

/** Returns `undefined` if the bytes are not an image. */
export function readImage(bytes: Uint8Array): EntriesContent | undefined {
  const reader = new Reader(bytes);
  const next = reader.long();
  const firstKept = reader.long();
  const documents = new Map<number, Map<string, Uint8Array>>();
  for (let spaces = reader.number(); spaces > 0 && reader.goesOn(); spaces--) {
    const ofSpace = new Map<string, Uint8Array>();
    documents.set(reader.number(), ofSpace);
    for (let count = reader.number(); count > 0 && reader.goesOn(); count--) {
      ofSpace.set(reader.text(), reader.part());
    }
  }
  const replaced = readList(reader);
  return reader.isWhole ? { next, firstKept, documents, replaced } : undefined;
}

/** Returns `undefined` if the bytes are not a result of `replacedBytes`. */
export function readReplaced(bytes: Uint8Array): readonly ReplacedDocument[] | undefined {
  const reader = new Reader(bytes);
  const replaced = readList(reader);
  return reader.isWhole ? replaced : undefined;
}

function readList(reader: Reader): readonly ReplacedDocument[] {
  const replaced: ReplacedDocument[] = [];
  for (let count = reader.number(); count > 0 && reader.goesOn(); count--) {
    const transaction = reader.long();
    const space = reader.number();
    const key = reader.text();
    const old = reader.number() === 0 ? undefined : reader.part();
    replaced.push({ transaction, space, key, old });
  }
  return replaced;
}

export function imageBytes({ next, firstKept, documents, replaced }: EntriesContent): Uint8Array {
  const writer = new Writer();
  writer.long(next);
  writer.long(firstKept);
  const spaces = [...documents];
  writer.number(spaces.length);
  for (const [space, ofSpace] of spaces) {
    writer.number(space);
    writer.number(ofSpace.size);
    for (const [key, document] of ofSpace) {
      writer.part(utf8(key));
      writer.part(document);
    }
  }
  writeList(writer, [...replaced]);
  return writer.bytes();
}

export function replacedBytes(replaced: readonly ReplacedDocument[]): Uint8Array {
  const writer = new Writer();
  writeList(writer, replaced);
  return writer.bytes();
}

function writeList(writer: Writer, replaced: readonly ReplacedDocument[]): void {
  writer.number(replaced.length);
  for (const { transaction, space, key, old } of replaced) {
    writer.long(transaction);
    writer.number(space);
    writer.part(utf8(key));
    writer.number(old === undefined ? 0 : 1);
    if (old !== undefined) writer.part(old);
  }
}

const chunkBytes = 1 << 16;

class Writer {
  private readonly chunks: Uint8Array[] = [];
  private chunk = new Uint8Array(chunkBytes);
  private view = new DataView(this.chunk.buffer);
  private at = 0;

  number(value: number): void {
    this.room(4);
    this.view.setUint32(this.at, value);
    this.at += 4;
  }

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
    this.chunk = new Uint8Array(Math.max(chunkBytes, length));
    this.view = new DataView(this.chunk.buffer);
    this.at = 0;
  }
}

/** Returns zeros beyond the end, and records that it did. */
class Reader {
  private readonly data: Uint8Array;
  private readonly view: DataView;
  private at = 0;
  private isGood = true;

  constructor(data: Uint8Array) {
    this.data = data;
    this.view = new DataView(data.buffer, data.byteOffset, data.length);
  }

  goesOn(): boolean {
    return this.isGood;
  }

  get isWhole(): boolean {
    return this.isGood && this.at === this.data.length;
  }

  number(): number {
    const at = this.take(4);
    return at === undefined ? 0 : this.view.getUint32(at);
  }

  long(): bigint {
    const at = this.take(8);
    return at === undefined ? 0n : this.view.getBigUint64(at);
  }

  /** Returns a copy, so that a kept part does not keep the whole image in memory. */
  part(): Uint8Array {
    const length = this.number();
    const at = this.take(length);
    return at === undefined ? new Uint8Array() : this.data.slice(at, at + length);
  }

  text(): string {
    const length = this.number();
    const at = this.take(length);
    const text = at === undefined ? undefined : decodeUtf8(this.data.subarray(at, at + length));
    if (text === undefined) this.isGood = false;
    return text ?? '';
  }

  private take(length: number): number | undefined {
    const { at } = this;
    if (!this.isGood || at + length > this.data.length) {
      this.isGood = false;
      return undefined;
    }
    this.at += length;
    return at;
  }
}
