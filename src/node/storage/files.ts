// The disk as the storage of a node uses it: a port, so that tests can make any call fail, or end the process there.
// Implementations throw the system's errors; the storage turns them into sentences.

import {
  closeSync,
  constants,
  copyFileSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../base/platform/disk/files.ts';
import {
  keepToOwner,
  lock,
  ownerOnly,
  readAt,
  syncFolder,
  writeAll,
} from '../../storage/file/index.ts';

export interface StorageFile {
  size(): number;
  /** Reads up to this number of bytes. */
  read(start: number, length: number): Uint8Array;
  write(bytes: Uint8Array, at: number): void;
  truncate(size: number): void;
  /** Makes everything written before durable. */
  sync(): Promise<void>;
  syncNow(): void;
  close(): void;
}

export interface StorageFiles {
  /**
   * Locks a file for one process at a time; call the returned function to unlock. Throws a `StoreFault` that names the
   * other process.
   */
  lock(path: string): () => void;
  /** Creates a folder if it does not exist. */
  open(path: string): StorageFile;
  /** Returns the names in a folder, in no particular order; none if there is no folder. */
  list(folder: string): readonly string[];
  makeFolder(path: string): void;
  /** Writes a file atomically and durably. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Gives the same file another name if the disk can do that; otherwise copies it. */
  link(from: string, to: string): void;
  syncFolder(path: string): void;
}

export const systemFiles: StorageFiles = {
  lock: (path) => lock(path),
  open(path) {
    const handle = openSync(path, constants.O_RDWR | constants.O_CREAT, ownerOnly);
    keepToOwner(handle);
    return fileOf(handle);
  },
  list(folder) {
    return statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
  },
  makeFolder: (path) => makeFolder(path, 0o700),
  async replace(path, bytes) {
    const part = `${path}.new`;
    const file = await open(part, 'w', ownerOnly);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(part, path);
    syncFolder(dirname(path));
  },
  rename(from, to) {
    renameSync(from, to);
    syncFolder(dirname(to));
  },
  remove: (path) => rmSync(path, { force: true, recursive: true }),
  link(from, to) {
    try {
      linkSync(from, to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'ENOTSUP') throw error;
      copyFileSync(from, to);
    }
  },
  syncFolder,
};

function fileOf(handle: number): StorageFile {
  return {
    size: () => fstatSync(handle).size,
    read: (start, length) => readAt(handle, start, length),
    write: (bytes, at) => writeAll(handle, bytes, at),
    truncate: (size) => ftruncateSync(handle, size),
    sync: () =>
      new Promise((resolve, reject) => {
        fdatasync(handle, (error) => (error === null ? resolve() : reject(error)));
      }),
    syncNow: () => fdatasyncSync(handle),
    close: () => closeSync(handle),
  };
}

/** A temporary file without a name in its folder, so that it ends with the process. Writes are never waited for. */
export function openNameless(folder: string): StorageFile {
  const path = join(folder, `pact-${randomUUID()}.passing`);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  const file = fileOf(openSync(path, flags, ownerOnly));
  rmSync(path, { force: true });
  return { ...file, sync: () => Promise.resolve(), syncNow: () => undefined };
}
