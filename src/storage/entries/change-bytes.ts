// Encodes changes as bytes, for logs that outlive the process.

import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import type { Change, Entry } from './entries.ts';

/** The first byte of each kind. */
const kinds = { write: 1, mark: 2, rewind: 3, forget: 4 } as const;

/** Encodes a missing height. */
const noHeight = 0xffff_ffff_ffff_ffffn;

export function changeBytes(change: Change): Uint8Array {
  switch (change.kind) {
    case 'write':
      return writeBytes(change.nextTransaction, change.entries);
    case 'mark':
      return numbersBytes(kinds.mark, BigInt(change.height));
    case 'rewind': {
      const height = change.height === undefined ? noHeight : BigInt(change.height);
      return numbersBytes(kinds.rewind, change.transaction, height);
    }
    case 'forget':
      return numbersBytes(kinds.forget, change.transaction);
  }
}

/** Returns `undefined` if the bytes are not a change. */
export function readChange(bytes: Uint8Array): Change | undefined {
  const reader = new Reader(bytes);
  const change = changeOf(reader);
  return reader.isWhole ? change : undefined;
}

function changeOf(reader: Reader): Change | undefined {
  switch (reader.byte()) {
    case kinds.write: {
      const nextTransaction = reader.long();
      const entries: Entry[] = [];
      const count = reader.number();
      while (entries.length < count && !reader.isShort) entries.push(reader.entry());
      return { kind: 'write', nextTransaction, entries };
    }
    case kinds.mark:
      return { kind: 'mark', height: Number(reader.long()) };
    case kinds.rewind: {
      const transaction = reader.long();
      const height = reader.long();
      return {
        kind: 'rewind',
        transaction,
        height: height === noHeight ? undefined : Number(height),
      };
    }
    case kinds.forget:
      return { kind: 'forget', transaction: reader.long() };
    default:
      return undefined;
  }
}

function writeBytes(nextTransaction: bigint, entries: readonly Entry[]): Uint8Array {
  const keys = entries.map(({ key }) => utf8(key));
  let length = 13;
  for (const [i, { document }] of entries.entries()) {
    length += 12 + (keys[i]?.length ?? 0) + document.length;
  }
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes[0] = kinds.write;
  view.setBigUint64(1, nextTransaction);
  view.setUint32(9, entries.length);
  let at = 13;
  for (const [i, { space, document }] of entries.entries()) {
    view.setUint32(at, space);
    at += 4;
    for (const part of [keys[i] ?? new Uint8Array(), document]) {
      view.setUint32(at, part.length);
      bytes.set(part, at + 4);
      at += 4 + part.length;
    }
  }
  return bytes;
}

function numbersBytes(kind: number, ...numbers: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(1 + 8 * numbers.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = kind;
  for (const [i, number] of numbers.entries()) view.setBigUint64(1 + 8 * i, number);
  return bytes;
}

/** Reads zeros beyond the end, and records that it did. */
class Reader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;
  private isBroken = false;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get isShort(): boolean {
    return this.isBroken || this.at > this.bytes.length;
  }

  /** Whether exactly all bytes were read. */
  get isWhole(): boolean {
    return !this.isBroken && this.at === this.bytes.length;
  }

  byte(): number {
    const at = this.take(1);
    return this.isShort ? 0 : this.view.getUint8(at);
  }

  number(): number {
    const at = this.take(4);
    return this.isShort ? 0 : this.view.getUint32(at);
  }

  long(): bigint {
    const at = this.take(8);
    return this.isShort ? 0n : this.view.getBigUint64(at);
  }

  entry(): Entry {
    const space = this.number();
    const key = decodeUtf8(this.part());
    if (key === undefined) this.isBroken = true;
    return { space, key: key ?? '', document: this.part() };
  }

  private part(): Uint8Array {
    const length = this.number();
    const at = this.take(length);
    return this.bytes.subarray(at, at + length);
  }

  private take(length: number): number {
    const { at } = this;
    this.at += length;
    return at;
  }
}
