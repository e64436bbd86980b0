// A block file: a sequence of records, each of which is either complete or absent. Only the newest file of a store
// grows.

import { equalBytes, utf8 } from '../../base/bytes.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import {
  readRecord,
  recordBytes,
  recordHeadLength,
  recordKinds,
} from '../../storage/file/index.ts';
import type { StorageFile } from './files.ts';

/** The largest content of a record. */
export type RecordPlace = { readonly start: number; readonly length: number };

export type SegmentKind =
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

export type SegmentPlace = {
  readonly number: number;
  readonly path: string;
  readonly file: StorageFile;
};
