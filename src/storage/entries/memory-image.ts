// Encodes all entries in memory with the kept versions as bytes, from which another process can restore the state.

import { ByteReader, ByteWriter } from '../../base/byte-stream.ts';
import { utf8 } from '../../base/bytes.ts';
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
  const reader = new ByteReader(bytes);
  const next = reader.long();
  const firstKept = reader.long();
  const documents = new Map<number, Map<string, Uint8Array>>();
  for (let spaces = reader.number(); spaces > 0 && reader.isGood(); spaces--) {
    const ofSpace = new Map<string, Uint8Array>();
    documents.set(reader.number(), ofSpace);
    for (let count = reader.number(); count > 0 && reader.isGood(); count--) {
      ofSpace.set(reader.text(), reader.part());
    }
  }
  const replaced = readList(reader);
  return reader.isWhole ? { next, firstKept, documents, replaced } : undefined;
}

/** Returns `undefined` if the bytes are not a result of `replacedBytes`. */
export function readReplaced(bytes: Uint8Array): readonly ReplacedDocument[] | undefined {
  const reader = new ByteReader(bytes);
  const replaced = readList(reader);
  return reader.isWhole ? replaced : undefined;
}

function readList(reader: ByteReader): readonly ReplacedDocument[] {
  const replaced: ReplacedDocument[] = [];
  for (let count = reader.number(); count > 0 && reader.isGood(); count--) {
    const transaction = reader.long();
    const space = reader.number();
    const key = reader.text();
    const old = reader.number() === 0 ? undefined : reader.part();
    replaced.push({ transaction, space, key, old });
  }
  return replaced;
}

export function imageBytes({ next, firstKept, documents, replaced }: EntriesContent): Uint8Array {
  const writer = new ByteWriter();
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
  const writer = new ByteWriter();
  writeList(writer, replaced);
  return writer.bytes();
}

function writeList(writer: ByteWriter, replaced: readonly ReplacedDocument[]): void {
  writer.number(replaced.length);
  for (const { transaction, space, key, old } of replaced) {
    writer.long(transaction);
    writer.number(space);
    writer.part(utf8(key));
    writer.number(old === undefined ? 0 : 1);
    if (old !== undefined) writer.part(old);
  }
}
