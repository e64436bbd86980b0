// A state file on disk: read once, then appended to. A snapshot replaces the whole file atomically.

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
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
import {
  fileHead,
  headFault,
  readRecord,
  recordBytes,
  recordHead,
  recordHeadLength,
  recordKinds,
} from './records.ts';

/** The content of the file. */
export type FileContent = {
  /** `undefined` if the file is new. */
  readonly snapshot: Uint8Array | undefined;
  readonly changes: readonly Uint8Array[];
};

export type StateFileOptions = {
  /** Only the owner may read the file, even if it exists and others could read it before. */
  readonly isPrivate?: boolean;
};

/** In bytes. Smaller logs are not worth a snapshot. */
const smallLog = 1024 * 1024;

export class StateFile {
  private readonly path: string;
  private handle: number;
  private snapshotLength: number;
  private length: number;
  /** Set once the state of the disk is unknown: nothing is written any more. */
  private fault: StoreFault | undefined;

  private constructor(path: string, handle: number, { length, snapshotLength }: Reading) {
    this.path = path;
    this.handle = handle;
    this.length = length;
    this.snapshotLength = snapshotLength;
  }

  /** Opens a file. `path`: of the file itself, not of a link to it. */
  static open(
    path: string,
    { isPrivate = false }: StateFileOptions = {},
  ): { readonly file: StateFile; readonly content: FileContent } {
    const handle = openedFile(path, isPrivate);
    try {
      const reading = readContent(handle, path);
      const file = new StateFile(path, handle, reading);
      if (reading.length < fstatSync(handle).size) file.cutTo(reading.length);
      return { file, content: reading.content };
    } catch (error) {
      closeSync(handle);
      throw diskFault('read', path, error);
    }
  }

  /** Returns whether the changes have grown larger than the snapshot. */
  get isDueForSnapshot(): boolean {
    return this.length - this.snapshotLength > Math.max(smallLog, this.snapshotLength);
  }

  /** Appends a change. `isLasting`: the change is durable when this returns. */
  append(change: Uint8Array, isLasting: boolean): void {
    if (this.fault !== undefined) throw this.fault;
    const record = recordBytes(recordKinds.change, change);
    this.refuseOthers();
    try {
      writeAll(this.handle, record, this.length);
    } catch (error) {
      this.takeBack();
      throw diskFault('write to', this.path, error);
    }
    if (isLasting) this.sync();
    this.length += record.length;
  }

  /** Makes everything appended so far durable. */
  sync(): void {
    if (this.fault !== undefined) throw this.fault;
    try {
      fdatasyncSync(this.handle);
    } catch (error) {
      // What the disk holds now is unknown, and asking again would not tell.
      this.fault = diskFault('write to', this.path, error);
      throw this.fault;
    }
  }

  /** Replaces the whole file with a snapshot; if that fails, the file is unchanged. */
  replace(snapshot: Uint8Array): void {
    if (this.fault !== undefined) throw this.fault;
    this.refuseOthers();
    const handle = this.writeNew(snapshot);
    closeSync(this.handle);
    this.handle = handle;
    this.length = this.snapshotLength = fileHead.length + recordHeadLength + snapshot.length;
    try {
      syncFolder(dirname(this.path));
    } catch (error) {
      this.fault = diskFault('write to', this.path, error);
      throw this.fault;
    }
  }

  close(): void {
    closeSync(this.handle);
  }

  /** Writes the new file and moves it over the old one. */
  private writeNew(snapshot: Uint8Array): number {
    const newPath = newPathOf(this.path);
    let handle: number | undefined;
    try {
      handle = openSync(newPath, 'w+', fstatSync(this.handle).mode);
      writeAll(handle, fileHead, 0);
      writeAll(handle, recordHead(recordKinds.snapshot, snapshot), fileHead.length);
      writeAll(handle, snapshot, fileHead.length + recordHeadLength);
      fsyncSync(handle);
      renameSync(newPath, this.path);
      return handle;
    } catch (error) {
      if (handle !== undefined) closeSync(handle);
      throw diskFault('write a snapshot of', this.path, error);
    }
  }

  private cutTo(length: number): void {
    ftruncateSync(this.handle, length);
    fsyncSync(this.handle);
  }

  /** Removes the rest of a failed write, so that nothing precedes the next one. */
  private takeBack(): void {
    try {
      this.cutTo(this.length);
    } catch (error) {
      this.fault = diskFault('write to', this.path, error);
    }
  }

  /** Checks for changes by others: the lock prevents them, unless it is removed by hand. */
  private refuseOthers(): void {
    if (fstatSync(this.handle).size === this.length) return;
    this.fault = new StoreFault('in-use', `${this.path} was changed by another process`);
    throw this.fault;
  }
}

function openedFile(path: string, isPrivate: boolean): number {
  try {
    rmSync(newPathOf(path), { force: true });
    const mode = isPrivate ? ownerOnly : 0o666;
    const handle = openSync(path, constants.O_RDWR | constants.O_CREAT, mode);
    if (isPrivate) keepToOwner(handle);
    return handle;
  } catch (error) {
    throw diskFault('open', path, error);
  }
}

/** The path of an incomplete snapshot; one left by a dead process is useless. */
const newPathOf = (path: string): string => `${path}.new`;

type Reading = {
  readonly content: FileContent;
  /** The length up to the end of the last complete record. */
  readonly length: number;
  readonly snapshotLength: number;
};

function readContent(handle: number, path: string): Reading {
  const { size } = fstatSync(handle);
  if (size === 0)
    return { content: { snapshot: undefined, changes: [] }, length: 0, snapshotLength: 0 };
  const fault = headFault(readAt(handle, 0, fileHead.length));
  if (fault !== undefined) throw new StoreFault('foreign', `cannot open ${path}: ${fault}`);
  const first = readRecord(bytesOf(handle), fileHead.length, size);
  if (first === 'end' || first === 'damaged' || first.kind !== recordKinds.snapshot) {
    throw damaged(path, fileHead.length);
  }
  const changes: Uint8Array[] = [];
  let { end } = first;
  for (;;) {
    const record = readRecord(bytesOf(handle), end, size);
    if (record === 'end') break;
    if (record === 'damaged' || record.kind !== recordKinds.change) throw damaged(path, end);
    changes.push(record.content);
    end = record.end;
  }
  const content = { snapshot: first.content, changes };
  return { content, length: end, snapshotLength: first.end };
}

function damaged(path: string, at: number): StoreFault {
  const advice = 'restore an undamaged copy';
  return new StoreFault('damaged', `cannot open ${path}: it is damaged at byte ${at}; ${advice}`);
}
