// The index of a block file, so that a start need not read all of it: headers, cuts and notes, and the positions of
// payloads. It can be rebuilt from the file, and is valid only for a file of the size that it records.

import { concatBytes, equalBytes, utf8 } from '../../base/bytes.ts';
import { readRecord, recordBytes, recordKinds } from '../../storage/file/index.ts';
import { decodeItems, encodeItems, type JournalItem } from './journal-items.ts';
import type { RecordPlace } from './segment.ts';

export type IndexEntry = {
  readonly place: RecordPlace;
  /** A block is indexed by its header. */
  readonly item: Exclude<JournalItem, { kind: 'block' | 'change' | 'first' }>;
  /** The record contains the payload of the header. */
  readonly hasPayload: boolean;
};

/** Returns `undefined` for items that are not indexed. */
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
/** The start of a record (8), its length (4), whether it has the payload (1), the length of the item (4). */
const entryHead = 17;

/** An index that is being built; its items are stored as bytes. */
export class IndexDraft {
  private bytes = new Uint8Array(256);
  private length = 0;

  static of(entries: Iterable<IndexEntry>): IndexDraft {
    const draft = new IndexDraft();
    for (const entry of entries) draft.add(entry);
    return draft;
  }

  add({ place, item, hasPayload }: IndexEntry): void {
    const body = encodeItems([item]);
    const at = this.length;
    this.length += entryHead + body.length;
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.bytes.subarray(0, at));
      this.bytes = larger;
    }
    const view = new DataView(this.bytes.buffer, at);
    view.setBigUint64(0, BigInt(place.start));
    view.setUint32(8, place.length);
    view.setUint8(12, hasPayload ? 1 : 0);
    view.setUint32(13, body.length);
    this.bytes.set(body, at + entryHead);
  }

  /** The content of the index file for a block file of this size. */
  file(fileSize: number): Uint8Array {
    const size = new Uint8Array(8);
    new DataView(size.buffer).setBigUint64(0, BigInt(fileSize));
    const content = concatBytes([size, this.bytes.subarray(0, this.length)]);
    return concatBytes([head, recordBytes(recordKinds.snapshot, content)]);
  }
}

/** Returns `undefined` if it is damaged, of another version, or for another state of the block file. */
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
