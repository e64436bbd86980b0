// The block files of a folder, in the order in which they were written: `000001.blocks` and so on. The last one grows;
// each of the others has an index beside it.

import { join } from 'node:path';
import { assert } from '../../base/assert.ts';
import { diskFault } from '../../storage/file/index.ts';
import type { StorageFiles } from './files.ts';
import { storageLimits } from '../limits.ts';
import {
  Segment,
  type RecordPlace,
  readIndex,
  type IndexDraft,
  type IndexEntry,
} from './segment.ts';

type BlockFilesParts = {
  readonly folder: string;
  readonly files: StorageFiles;
  /** The size in bytes at which a file is full and the next one begins. */
  readonly segmentBytes: number;
};

export type LogPlace = { readonly segment: number; readonly place: RecordPlace };

const namePattern = /^(\d{6,12})\.blocks$/;

export class BlockFiles {
  private readonly parts: BlockFilesParts;
  /** Ascending, without the last one. */
  private sealed: number[];
  private last: Segment;
  private readonly opened = new Map<number, Segment>();

  private constructor(parts: BlockFilesParts, sealed: number[], last: Segment) {
    this.parts = parts;
    this.sealed = sealed;
    this.last = last;
  }

  static open(parts: BlockFilesParts): BlockFiles {
    const { folder, files } = parts;
    for (const name of files.list(folder)) {
      if (name.endsWith('.new')) files.remove(join(folder, name));
    }
    const numbers = files
      .list(folder)
      .flatMap((name) => namePattern.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((left, right) => left - right);
    const number = numbers.at(-1) ?? 1;
    const at = placeOf(parts, number);
    const found = Segment.open(at);
    const last = found ?? Segment.begin(at, 'whole');
    if (found === undefined) {
      last.syncNow();
      files.syncFolder(folder);
    }
    const opened = new BlockFiles(parts, numbers.slice(0, -1), last);
    if (last.kind === 'stripped') opened.rotate();
    return opened;
  }

  /** The files that no longer grow, ascending. */
  get sealedNumbers(): readonly number[] {
    return this.sealed;
  }

  get lastNumber(): number {
    return this.last.number;
  }

  /** The position of the next record. */
  get end(): { readonly segment: number; readonly start: number } {
    return { segment: this.last.number, start: this.last.size };
  }

  get isFull(): boolean {
    return this.last.size >= this.parts.segmentBytes;
  }

  append(content: Uint8Array): LogPlace {
    const before = this.last.size;
    try {
      return { segment: this.last.number, place: this.last.append(content) };
    } catch (error) {
      this.last.cutTo(before);
      throw error;
    }
  }

  read({ segment, place }: LogPlace): Uint8Array {
    return this.segment(segment).read(place);
  }

  sync(): Promise<void> {
    return this.last.sync();
  }

  /** Begins the next file; the content of the current one is durable from now on. */
  rotate(): void {
    const { folder, files } = this.parts;
    const { last } = this;
    last.syncNow();
    const next = Segment.begin(placeOf(this.parts, last.number + 1), 'whole');
    next.syncNow();
    files.syncFolder(folder);
    this.sealed = [...this.sealed, last.number];
    this.keepOpen(last);
    this.last = next;
  }

  segment(number: number): Segment {
    if (number === this.last.number) return this.last;
    const open = this.opened.get(number);
    if (open !== undefined) {
      this.keepOpen(open);
      return open;
    }
    const segment = Segment.open(placeOf(this.parts, number));
    assert(segment !== undefined, 'a file of blocks that is not the last has a head');
    this.keepOpen(segment);
    return segment;
  }

  /** Replaces a file by another. */
  replace(number: number, newPath: string): void {
    this.opened.get(number)?.close();
    this.opened.delete(number);
    this.parts.files.rename(newPath, pathOf(this.parts, number));
  }

  /** Returns `undefined` if there is none, or it cannot be used. */
  indexOf(number: number): readonly IndexEntry[] | undefined {
    const { folder, files } = this.parts;
    const name = indexName(number);
    if (!files.list(folder).includes(name)) return undefined;
    const file = files.open(join(folder, name));
    try {
      return readIndex(file.read(0, file.size()), this.segment(number).size);
    } finally {
      file.close();
    }
  }

  async writeIndex(number: number, draft: IndexDraft): Promise<void> {
    const bytes = draft.file(this.segment(number).size);
    const path = join(this.parts.folder, indexName(number));
    try {
      await this.parts.files.replace(path, bytes);
    } catch (error) {
      throw diskFault('write', path, error);
    }
  }

  close(): void {
    this.last.syncNow();
    this.last.close();
    for (const segment of this.opened.values()) segment.close();
    this.opened.clear();
  }

  pathOf(number: number): string {
    return pathOf(this.parts, number);
  }

  private keepOpen(segment: Segment): void {
    this.opened.delete(segment.number);
    this.opened.set(segment.number, segment);
    for (const [number, oldest] of this.opened) {
      if (this.opened.size <= storageLimits.openSegments) return;
      oldest.close();
      this.opened.delete(number);
    }
  }
}

function pathOf({ folder }: BlockFilesParts, number: number): string {
  return join(folder, `${named(number)}.blocks`);
}

function placeOf(parts: BlockFilesParts, number: number) {
  const path = pathOf(parts, number);
  return { number, path, file: parts.files.open(path) };
}

const indexName = (number: number): string => `${named(number)}.index`;
const named = (number: number): string => String(number).padStart(6, '0');
