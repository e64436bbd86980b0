// Encodes changes as bytes, for logs that outlive the process.

import { ByteReader, ByteWriter } from '../../base/byte-stream.ts';
import { utf8 } from '../../base/bytes.ts';
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
  const reader = new ByteReader(bytes);
  const change = changeOf(reader);
  return reader.isWhole ? change : undefined;
}

function changeOf(reader: ByteReader): Change | undefined {
  switch (reader.byte()) {
    case kinds.write: {
      const nextTransaction = reader.long();
      const entries: Entry[] = [];
      const count = reader.number();
      while (entries.length < count && reader.isGood()) entries.push(entryOf(reader));
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

function entryOf(reader: ByteReader): Entry {
  return { space: reader.number(), key: reader.text(), document: reader.part() };
}

function writeBytes(nextTransaction: bigint, entries: readonly Entry[]): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(kinds.write);
  writer.long(nextTransaction);
  writer.number(entries.length);
  for (const { space, key, document } of entries) {
    writer.number(space);
    writer.part(utf8(key));
    writer.part(document);
  }
  return writer.bytes();
}

function numbersBytes(kind: number, ...numbers: readonly bigint[]): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(kind);
  for (const number of numbers) writer.long(number);
  return writer.bytes();
}
