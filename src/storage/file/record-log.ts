// An append-only file of records, each complete or absent. Appending is cheap; appended records are durable once `sync`
// has resolved, and many records share one sync. Occasionally the file is replaced as a whole by fewer records.

import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { utf8 } from '../../base/bytes.ts';
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
import { lock } from './lock.ts';
import { readRecord, recordBytes, recordHeadLength, recordKinds } from './records.ts';

/** The path of an incomplete log; one left by a dead process is useless. */
const newPathOf = (path: string): string => `${path}.new`;

/** The position of a record. */
export type RecordPosition = { readonly start: number; readonly length: number };

const head = utf8('pact log 1 \n\0\0\0\0');

function writeRecord(handle: number, content: Uint8Array, at: number): RecordPosition {
  writeAll(handle, recordBytes(recordKinds.change, content), at);
  return { start: at + recordHeadLength, length: content.length };
}

const endOf = ({ start, length }: RecordPosition): number => start + length;

export class RecordLog {
  private readonly path: string;
  private handle: number;
  private readonly release: () => void;
  private length: number;
  /** Set once the state of the disk is unknown: nothing is written any more. */
  private fault: StoreFault | undefined;
  private syncing: Promise<void> | undefined;
  private nextSync: Promise<void> | undefined;

  private constructor(path: string, handle: number, release: () => void) {
    this.path = path;
    this.handle = handle;
    this.release = release;
    this.length = head.length;
  }

  /** Opens the file, creating it if missing; calls `see` with every record in it. */
  static open(
    path: string,
    see: (content: Uint8Array, position: RecordPosition) => void,
  ): RecordLog {
    const release = lock(path);
    let handle: number | undefined;
    try {
      rmSync(newPathOf(path), { force: true });
      handle = openSync(path, constants.O_RDWR | constants.O_CREAT, ownerOnly);
      keepToOwner(handle);
      const log = new RecordLog(path, handle, release);
      log.begin(see);
      return log;
    } catch (error) {
      if (handle !== undefined) closeSync(handle);
      release();
      throw diskFault('open', path, error);
    }
  }

  /** Always true: `append` reports a full disk. */
  hasRoom(): boolean {
    return true;
  }

  /** Returns whether the state of the disk is unknown, so that nothing is written any more. */
  get isBroken(): boolean {
    return this.fault !== undefined;
  }

  /** Appends all records or none. */
  append(contents: readonly Uint8Array[]): readonly RecordPosition[] {
    if (this.fault !== undefined) throw this.fault;
    const before = this.length;
    try {
      return contents.map((content) => this.appendOne(content));
    } catch (error) {
      this.takeBackTo(before);
      throw diskFault('write to', this.path, error);
    }
  }

  read({ start, length }: RecordPosition): Uint8Array {
    return readAt(this.handle, start, length);
  }

  /** The bytes of the file. */
  get size(): number {
    return this.length;
  }

  /** Replaces the log with these records, durably; if that fails, the log is unchanged. */
  replace(contents: readonly Uint8Array[]): readonly RecordPosition[] {
    if (this.fault !== undefined) throw this.fault;
    const newPath = newPathOf(this.path);
    const positions: RecordPosition[] = [];
    let handle: number | undefined;
    let length = head.length;
    try {
      handle = openSync(newPath, 'w+', ownerOnly);
      writeAll(handle, head, 0);
      for (const content of contents) {
        const position = writeRecord(handle, content, length);
        positions.push(position);
        length = endOf(position);
      }
      fsyncSync(handle);
      renameSync(newPath, this.path);
    } catch (error) {
      if (handle !== undefined) closeSync(handle);
      throw diskFault('write to', this.path, error);
    }
    this.leave(this.handle);
    this.handle = handle;
    this.length = length;
    try {
      syncFolder(dirname(this.path));
    } catch (error) {
      this.fault = diskFault('write to', this.path, error);
      throw this.fault;
    }
    return positions;
  }

  /** Resolves once everything appended before this call is durable. */
  sync(): Promise<void> {
    if (this.syncing === undefined) return (this.syncing = this.syncNow());
    // The running sync started earlier: all later calls share the next one.
    return (this.nextSync ??= this.syncing.then(
      () => this.proceed(),
      () => this.proceed(),
    ));
  }

  /** Must be called only after every `sync` has resolved. */
  close(): void {
    try {
      if (this.fault === undefined) fdatasyncSync(this.handle);
      closeSync(this.handle);
    } catch (error) {
      throw diskFault('write to', this.path, error);
    } finally {
      this.release();
    }
  }

  /** Closes the replaced file once no sync of it is running. */
  private leave(handle: number): void {
    if (this.syncing === undefined) return closeSync(handle);
    const close = (): void => closeSync(handle);
    this.syncing.then(close, close);
  }

  private proceed(): Promise<void> {
    this.nextSync = undefined;
    return (this.syncing = this.syncNow());
  }

  private syncNow(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      if (this.fault !== undefined) return reject(this.fault);
      fdatasync(this.handle, (error) => {
        if (this.nextSync === undefined) this.syncing = undefined;
        if (error === null) return resolve();
        // What the disk holds now is unknown, and asking again would not tell.
        this.fault = diskFault('write to', this.path, error);
        reject(this.fault);
      });
    });
  }

  private appendOne(content: Uint8Array): RecordPosition {
    const position = writeRecord(this.handle, content, this.length);
    this.length = endOf(position);
    return position;
  }

  private begin(see: (content: Uint8Array, position: RecordPosition) => void): void {
    const { size } = fstatSync(this.handle);
    if (size < head.length) {
      this.startAnew();
      return;
    }
    if (!Buffer.from(readAt(this.handle, 0, head.length)).equals(head)) {
      throw new StoreFault('foreign', `cannot open ${this.path}: it is not a Pact log file`);
    }
    for (;;) {
      const record = readRecord(bytesOf(this.handle), this.length, size);
      if (record === 'end') break;
      if (record === 'damaged') {
        const what = `it is damaged at byte ${this.length}; restore an undamaged copy`;
        throw new StoreFault('damaged', `cannot open ${this.path}: ${what}`);
      }
      const { content } = record;
      see(content, { start: this.length + recordHeadLength, length: content.length });
      this.length = record.end;
    }
    if (this.length < size) this.cutTo(this.length);
  }

  private startAnew(): void {
    ftruncateSync(this.handle, 0);
    writeAll(this.handle, head, 0);
    fsyncSync(this.handle);
    syncFolder(dirname(this.path));
  }

  private cutTo(length: number): void {
    ftruncateSync(this.handle, length);
    fsyncSync(this.handle);
  }

  private takeBackTo(length: number): void {
    this.length = length;
    try {
      this.cutTo(length);
    } catch (error) {
      this.fault = diskFault('write to', this.path, error);
    }
  }
}
