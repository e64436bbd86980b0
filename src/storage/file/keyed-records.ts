// Texts by keys of 32 bytes, far more than fit into memory: an append-only file of records, and an index with sorted keys
// and the positions of their records. The index is replaced as a whole and has the length of the file that it covers:
// data after that was never completed.

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { compareBytes, concatBytes, equalBytes, utf8 } from '../../base/bytes.ts';
import { StoreFault } from '../entries/index.ts';
import {
  diskFault,
  keepToOwner,
  ownerOnly,
  bytesOf,
  readAt,
  syncFolder,
  writeAll,
} from './disk.ts';
import { readRecord, recordBytes, recordKinds } from './records.ts';

const keyLength = 32;
/** A key, and 8 bytes for the position of its record. */
const entryLength = keyLength + 8;
const magic = utf8('pact index 1\n\0\0\0');
/** The magic, two numbers of 8 bytes (entries, bytes of the file), a check of these (4). */
const headLength = magic.length + 20;

export type KeyedRecord = { readonly key: Uint8Array; readonly content: Uint8Array };

export class KeyedRecords {
  private readonly path: string;
  private readonly handle: number;
  /** `undefined` if nothing was added yet. */
  private index: number | undefined;
  private count: number;
  private length: number;

  private constructor(path: string, handle: number, index: Index | undefined) {
    this.path = path;
    this.handle = handle;
    this.index = index?.handle;
    this.count = index?.count ?? 0;
    this.length = index?.length ?? 0;
  }

  /** Opens both files, creating them if missing. The caller must hold a lock. */
  static open(path: string): KeyedRecords {
    let handle: number | undefined;
    try {
      rmSync(newPathOf(path), { force: true });
      handle = openSync(path, constants.O_RDWR | constants.O_CREAT, ownerOnly);
      keepToOwner(handle);
      const index = openIndex(path);
      const records = new KeyedRecords(path, handle, index);
      const { size } = fstatSync(handle);
      if (size < records.length) throw damaged(path);
      if (size > records.length) ftruncateSync(handle, records.length);
      return records;
    } catch (error) {
      if (handle !== undefined) closeSync(handle);
      throw diskFault('open', path, error);
    }
  }

  find(key: Uint8Array): Uint8Array | undefined {
    const { index } = this;
    if (index === undefined) return undefined;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const entry = readAt(index, headLength + middle * entryLength, entryLength);
      const order = compareBytes(entry.subarray(0, keyLength), key);
      if (order === 0) return this.contentAt(placeIn(entry), key);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  /** Adds records durably; of records with the same key, the last counts. */
  add(added: readonly KeyedRecord[]): void {
    if (added.length === 0) return;
    const before = this.length;
    try {
      const entries = added.map(({ key, content }) => {
        const at = this.length;
        const record = recordBytes(recordKinds.change, concatBytes([key, content]));
        writeAll(this.handle, record, at);
        this.length += record.length;
        return entryOf(key, at);
      });
      fsyncSync(this.handle);
      this.replaceIndex(merged(this.entries(), entries));
    } catch (error) {
      this.takeBackTo(before);
      throw diskFault('write to', this.path, error);
    }
    try {
      syncFolder(dirname(this.path));
    } catch (error) {
      throw diskFault('write to', this.path, error);
    }
  }

  close(): void {
    if (this.index !== undefined) closeSync(this.index);
    closeSync(this.handle);
  }

  /** Removes data that is in no index: it only takes room, which a full disk lacks. */
  private takeBackTo(length: number): void {
    this.length = length;
    try {
      ftruncateSync(this.handle, length);
    } catch {
      // The next process that opens the file cuts it off.
    }
  }

  private contentAt(place: number, key: Uint8Array): Uint8Array {
    const record = readRecord(bytesOf(this.handle), place, this.length);
    const isRecord = typeof record !== 'string';
    if (!isRecord || !equalBytes(record.content.subarray(0, keyLength), key)) {
      throw damaged(this.path);
    }
    return record.content.subarray(keyLength);
  }

  private entries(): readonly Uint8Array[] {
    if (this.index === undefined) return [];
    const bytes = readAt(this.index, headLength, this.count * entryLength);
    return Array.from({ length: this.count }, (_, i) =>
      bytes.subarray(i * entryLength, (i + 1) * entryLength),
    );
  }

  private replaceIndex(entries: readonly Uint8Array[]): void {
    const newPath = newPathOf(this.path);
    const handle = openSync(newPath, 'w+', ownerOnly);
    try {
      writeAll(handle, concatBytes([headOf(entries.length, this.length), ...entries]), 0);
      fsyncSync(handle);
      renameSync(newPath, indexPathOf(this.path));
    } catch (error) {
      closeSync(handle);
      throw error;
    }
    if (this.index !== undefined) closeSync(this.index);
    this.index = handle;
    this.count = entries.length;
  }
}

type Index = { readonly handle: number; readonly count: number; readonly length: number };

function openIndex(path: string): Index | undefined {
  let handle: number;
  try {
    handle = openSync(indexPathOf(path), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  keepToOwner(handle);
  const head = readAt(handle, 0, headLength);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isWhole =
    head.length === headLength &&
    equalBytes(head.subarray(0, magic.length), magic) &&
    view.getUint32(headLength - 4) === crc32(head.subarray(0, headLength - 4));
  const count = isWhole ? Number(view.getBigUint64(magic.length)) : 0;
  if (!isWhole || fstatSync(handle).size !== headLength + count * entryLength) {
    closeSync(handle);
    throw damaged(indexPathOf(path));
  }
  return { handle, count, length: Number(view.getBigUint64(magic.length + 8)) };
}

function headOf(count: number, length: number): Uint8Array {
  const head = new Uint8Array(headLength);
  const view = new DataView(head.buffer);
  head.set(magic);
  view.setBigUint64(magic.length, BigInt(count));
  view.setBigUint64(magic.length + 8, BigInt(length));
  view.setUint32(headLength - 4, crc32(head.subarray(0, headLength - 4)));
  return head;
}

function entryOf(key: Uint8Array, place: number): Uint8Array {
  const entry = new Uint8Array(entryLength);
  entry.set(key);
  new DataView(entry.buffer).setBigUint64(keyLength, BigInt(place));
  return entry;
}

function placeIn(entry: Uint8Array): number {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
  return Number(view.getBigUint64(keyLength));
}

/** Merges sorted entries; if both have a key, `added` takes precedence. */
function merged(known: readonly Uint8Array[], added: readonly Uint8Array[]): readonly Uint8Array[] {
  const sorted = added
    .map((entry, i) => ({ entry, i }))
    .sort((a, b) => compareKeys(a.entry, b.entry) || a.i - b.i)
    .map(({ entry }) => entry)
    .filter((entry, i, all) => {
      const next = all[i + 1];
      return next === undefined || compareKeys(entry, next) !== 0;
    });
  const all: Uint8Array[] = [];
  let at = 0;
  for (const entry of sorted) {
    for (let each = known[at]; each !== undefined; each = known[++at]) {
      const order = compareKeys(each, entry);
      if (order < 0) all.push(each);
      else {
        if (order === 0) at++;
        break;
      }
    }
    all.push(entry);
  }
  return [...all, ...known.slice(at)];
}

const compareKeys = (left: Uint8Array, right: Uint8Array): number =>
  compareBytes(left.subarray(0, keyLength), right.subarray(0, keyLength));

const indexPathOf = (path: string): string => `${path}.index`;
const newPathOf = (path: string): string => `${path}.index.new`;

function damaged(path: string): StoreFault {
  return new StoreFault('damaged', `cannot open ${path}: it is damaged; restore an undamaged copy`);
}
