// What a start needs of a file of blocks without reading all of it: headers, cuts and notes, and where payloads are. It can
// be made anew from the file, and is believed only for a file of the size that it names.

import { concatBytes, equalBytes, utf8 } from '../../base/bytes.ts';
import { readRecord, recordBytes, recordKinds } from '../../store-file/index.ts';
import { decodeItems, encodeItems, type JournalItem } from './journal-items.ts';
import type { RecordPlace } from './segment.ts';

export type IndexEntry = {
  readonly place: RecordPlace;
  /** A block is told as its header. */
  readonly item: Exclude<JournalItem, { kind: 'block' | 'change' | 'first' }>;
  /** The record holds the payload of the header. */
  readonly hasPayload: boolean;
};

/** `undefined` for what no index tells. */
export function entryOf(item: JournalItem, place: RecordPlace): IndexEntry | undefined {
  switch (item.kind) {
    case 'block': {
      const { header, isHead = false } = item;
      return { place, hasPayload: true, item: { kind: 'header', header, isHead } };
    }
    case 'change':
    case 'first':
      return undefined;
    default:
      return { place, hasPayload: false, item };
  }
}

const head = utf8('pact block index 1\n');
/** Where a record begins (8), its length (4), whether it has the payload (1), the length of the item (4). */
const entryHead = 17;

export function indexBytes(fileSize: number, entries: readonly IndexEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { place, item, hasPayload } of entries) {
    const body = encodeItems([item]);
    const start = new Uint8Array(entryHead);
    const view = new DataView(start.buffer);
    view.setBigUint64(0, BigInt(place.start));
    view.setUint32(8, place.length);
    view.setUint8(12, hasPayload ? 1 : 0);
    view.setUint32(13, body.length);
    parts.push(start, body);
  }
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(fileSize));
  return concatBytes([head, recordBytes(recordKinds.snapshot, concatBytes([size, ...parts]))]);
}

/** `undefined`: it is damaged, of another version, or of another state of the file. */
export function readIndex(bytes: Uint8Array, fileSize: number): readonly IndexEntry[] | undefined {
  if (!equalBytes(bytes.subarray(0, head.length), head)) return undefined;
  const read = (start: number, length: number) => bytes.subarray(start, start + length);
  const record = readRecord(read, head.length, bytes.length);
  if (typeof record === 'string' || record.content.length < 8) return undefined;
  const { content } = record;
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  if (Number(view.getBigUint64(0)) !== fileSize) return undefined;
  const entries: IndexEntry[] = [];
  for (let at = 8; at < content.length;) {
    const bodyAt = at + entryHead;
    const end = bodyAt + view.getUint32(at + 13);
    const [item, ...more] = decodeItems(content.subarray(bodyAt, end)) ?? [];
    if (item === undefined || more.length > 0) return undefined;
    if (item.kind === 'block' || item.kind === 'change' || item.kind === 'first') return undefined;
    const place = { start: Number(view.getBigUint64(at)), length: view.getUint32(at + 8) };
    entries.push({ place, item, hasPayload: view.getUint8(at + 12) === 1 });
    at = end;
  }
  return entries;
}
