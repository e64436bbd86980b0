// A block file: a sequence of records, each of which is either complete or absent. Only the newest file of a store
// grows. A full one has an index, so that a start need not read all of it: headers, cuts and notes, and the positions of
// payloads. It can be rebuilt from the file, and is valid only for a file of the size that it records.

import { equalBytes, utf8, concatBytes } from '../../base/bytes.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import {
  readRecord,
  recordBytes,
  recordHeadLength,
  recordKinds,
} from '../../storage/file/index.ts';
import type { StorageFile } from './files.ts';
import { decodeItems, encodeItems, type JournalItem } from './journal-items.ts';

/** The largest content of a record. */
export type RecordPlace = { readonly start: number; readonly length: number };

type SegmentKind =
  /** Blocks, and the state changes that they make. */
  | 'whole'
  /** The changes were removed, because snapshots contain them. */
  | 'stripped';

const heads: Readonly<Record<SegmentKind, Uint8Array>> = {
  whole: utf8('pact blocks 1\n\0w'),
  stripped: utf8('pact blocks 1\n\0s'),
};
const headLength = heads.whole.length;

export class Segment {
  readonly number: number;
  readonly path: string;
  readonly kind: SegmentKind;
  private readonly file: StorageFile;
  private length: number;

  private constructor(at: SegmentPlace, kind: SegmentKind, length: number) {
    this.number = at.number;
    this.path = at.path;
    this.file = at.file;
    this.kind = kind;
    this.length = length;
  }

  /** Creates a new file, replacing existing content. */
  static begin(at: SegmentPlace, kind: SegmentKind): Segment {
    at.file.truncate(0);
    at.file.write(heads[kind], 0);
    return new Segment(at, kind, headLength);
  }

  /** Returns `undefined` if its head was not written completely. */
  static open(at: SegmentPlace): Segment | undefined {
    const size = at.file.size();
    if (size < headLength) return undefined;
    const head = at.file.read(0, headLength);
    if (equalBytes(head, heads.whole)) return new Segment(at, 'whole', size);
    if (equalBytes(head, heads.stripped)) return new Segment(at, 'stripped', size);
    throw new StoreFault('foreign', `cannot open ${at.path}: it is not a Pact block file`);
  }

  /** Bytes. */
  get size(): number {
    return this.length;
  }

  /** Yields every record, in order. `mayBeCut`: an incomplete record at the end is removed. */
  *records({ mayBeCut }: { readonly mayBeCut: boolean }): Generator<{
    readonly content: Uint8Array;
    readonly place: RecordPlace;
  }> {
    const { length } = this;
    let at = headLength;
    while (at < length) {
      const record = readRecord((start, count) => this.file.read(start, count), at, length);
      if (record === 'damaged' || (record === 'end' && !mayBeCut)) throw this.damaged(at);
      if (record === 'end') {
        this.cutTo(at);
        return;
      }
      const { content, end } = record;
      yield { content, place: { start: at + recordHeadLength, length: content.length } };
      at = end;
    }
  }

  read({ start, length }: RecordPlace): Uint8Array {
    const at = start - recordHeadLength;
    const record = readRecord((from, count) => this.file.read(from, count), at, start + length);
    if (typeof record === 'string') throw this.damaged(at);
    return record.content;
  }

  append(content: Uint8Array): RecordPlace {
    const start = this.length + recordHeadLength;
    const bytes = recordBytes(recordKinds.change, content);
    this.file.write(bytes, this.length);
    this.length += bytes.length;
    return { start, length: content.length };
  }

  cutTo(length: number): void {
    this.length = length;
    this.file.truncate(length);
    this.file.syncNow();
  }

  sync(): Promise<void> {
    return this.file.sync();
  }

  syncNow(): void {
    this.file.syncNow();
  }

  close(): void {
    this.file.close();
  }

  private damaged(at: number): StoreFault {
    const what = `it is damaged at byte ${at}; restore a backup or an intact copy`;
    return new StoreFault('damaged', `cannot read ${this.path}: ${what}`);
  }
}

type SegmentPlace = {
  readonly number: number;
  readonly path: string;
  readonly file: StorageFile;
};

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
