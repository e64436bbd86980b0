// A state file on the disk: read once, then appended to. A snapshot replaces the whole file at once.

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
import { StoreFault } from '../store/index.ts';
import {
  diskFault,
  keepToOwner,
  ownerOnly,
  bytesOf,
  readAt,
  syncFolder,
  writeAll,
} from './disk.ts';
import { readRecord } from './read-record.ts';
import {
  fileHead,
  headFault,
  recordBytes,
  recordHead,
  recordHeadLength,
  recordKinds,
} from './records.ts';

/** What stands in the file. */
export type FileContent = {
  /** `undefined`: the file is new. */
  readonly snapshot: Uint8Array | undefined;
  readonly changes: readonly Uint8Array[];
};

export type StateFileOptions = {
  /** Only the owner may read the file, even if it exists and others could read it before. */
  readonly isPrivate?: boolean;
};

/** Below this a log is not worth a snapshot. */
const smallLog = 1024 * 1024;

export class StateFile {
  private readonly path: string;
  private handle: number;
  private snapshotLength: number;
  private length: number;
  /** Set where the disk is in doubt: nothing is written any more. */
  private fault: StoreFault | undefined;

  private constructor(path: string, handle: number, { length, snapshotLength }: Reading) {
    this.path = path;
    this.handle = handle;
    this.length = length;
    this.snapshotLength = snapshotLength;
  }

  /** The path is that of the file itself, not of a link to it. */
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

  /** Whether the changes have grown beyond what they change. */
  get isDueForSnapshot(): boolean {
    return this.length - this.snapshotLength > Math.max(smallLog, this.snapshotLength);
  }

  /** `isLasting`: when this returns, the change stays whatever happens. */
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

  /** Everything that was appended stays from now on. */
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

  /** The file as a whole becomes this, or stays as it is. */
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

  /** The new file, whole and in the place of the old one. */
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

  /** Of a write that failed nothing may be left in front of the next one. */
  private takeBack(): void {
    try {
      this.cutTo(this.length);
    } catch (error) {
      this.fault = diskFault('write to', this.path, error);
    }
  }

  /** The lock keeps others out; should it be removed by hand, this stops before harm is done. */
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

/** A snapshot that is not whole yet; one that a process left behind is of no use. */
const newPathOf = (path: string): string => `${path}.new`;

type Reading = {
  readonly content: FileContent;
  /** Up to the end of the last whole record. */
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
  const advice = 'take a copy of it that is whole';
  return new StoreFault('damaged', `cannot open ${path}: it is damaged at byte ${at}; ${advice}`);
}
