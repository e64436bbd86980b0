// A file that grows: records one behind the other, each whole or not there. Appending is cheap; what
// was appended stays for certain once `sync` has answered, and many records share one sync. At times
// it is replaced as a whole by fewer records.

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
import { utf8 } from '../base/bytes.ts';
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
import { lock } from './lock.ts';
import { readRecord } from './read-record.ts';
import { recordBytes, recordHeadLength, recordKinds } from './records.ts';

/** A log that is not whole yet; one that a process left behind is of no use. */
const newPathOf = (path: string): string => `${path}.new`;

/** Where a record stands. */
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
  /** Set where the disk is in doubt: nothing is written any more. */
  private fault: StoreFault | undefined;
  private syncing: Promise<void> | undefined;
  private nextSync: Promise<void> | undefined;

  private constructor(path: string, handle: number, release: () => void) {
    this.path = path;
    this.handle = handle;
    this.release = release;
    this.length = head.length;
  }

  /** The file is made where there is none; `see` is shown every record in it. */
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

  /** What the disk has no room for, `append` says. */
  hasRoom(): boolean {
    return true;
  }

  /** Whether the disk is in doubt, so that nothing is written any more. */
  get isBroken(): boolean {
    return this.fault !== undefined;
  }

  /** All of them or none. */
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

  /** Bytes of the file. */
  get size(): number {
    return this.length;
  }

  /** The log becomes these records, which stay from now on; or it is as it was. */
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

  /** Everything that was appended before this call stays once it answers. */
  sync(): Promise<void> {
    if (this.syncing === undefined) return (this.syncing = this.syncNow());
    // The one that runs began before: all who come meanwhile share the next one.
    return (this.nextSync ??= this.syncing.then(
      () => this.goOn(),
      () => this.goOn(),
    ));
  }

  /** After every `sync` has answered. */
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

  /** The file that was replaced: a sync of it may still run. */
  private leave(handle: number): void {
    if (this.syncing === undefined) return closeSync(handle);
    const close = (): void => closeSync(handle);
    this.syncing.then(close, close);
  }

  private goOn(): Promise<void> {
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
      throw new StoreFault('foreign', `cannot open ${this.path}: it is no log of pact`);
    }
    for (;;) {
      const record = readRecord(bytesOf(this.handle), this.length, size);
      if (record === 'end') break;
      if (record === 'damaged') {
        const what = `it is damaged at byte ${this.length}; take a copy of it that is whole`;
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
