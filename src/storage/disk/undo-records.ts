// What a transaction replaced, as one record: from it a rewind restores the former documents, and a state of the past is
// read.

import { utf8 } from '../../base/bytes.ts';
import { ByteReader, ByteWriter } from '../../base/byte-stream.ts';
import { type EntryKey, StoreFault } from '../entries/index.ts';

/** A key that was written, and its former document; `undefined` if there was none. */
export type Replaced = EntryKey & { readonly old: Uint8Array | undefined };

export function undoBytes(replaced: Iterable<Replaced>): Uint8Array {
  const writer = new ByteWriter();
  for (const { space, key, old } of replaced) {
    writer.number(space);
    writer.part(utf8(key));
    writer.byte(old === undefined ? 0 : 1);
    if (old !== undefined) writer.part(old);
  }
  return writer.bytes();
}

/** Throws a `StoreFault` if the bytes are not a record. */
export function readUndo(bytes: Uint8Array): readonly Replaced[] {
  const reader = new ByteReader(bytes);
  const replaced: Replaced[] = [];
  while (reader.isGood() && !reader.isWhole) {
    const space = reader.number();
    const key = reader.text();
    replaced.push({ space, key, old: reader.byte() === 0 ? undefined : reader.part() });
  }
  if (reader.isGood()) return replaced;
  throw new StoreFault('damaged', 'what a block replaced cannot be read from the disk');
}

/** Adds the entries of a record by `placeOf`, unless an earlier record had the same key. */
export function addReplaced(to: Map<string, Replaced>, record: Iterable<Replaced>): void {
  for (const each of record) {
    const place = placeOf(each);
    if (!to.has(place)) to.set(place, each);
  }
}

/** A key with its space as one text. */
export const placeOf = ({ space, key }: EntryKey): string => `${space} ${key}`;
