// The disk as the storage of a node uses it: a port, so that tests can let any call of it fail, or end the process there.
// What is thrown is what the system says; the storage makes sentences of it.

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
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../platform/disk/make-folder.ts';
import {
  keepToOwner,
  lock,
  ownerOnly,
  readAt,
  syncFolder,
  writeAll,
} from '../../store-file/index.ts';

export interface StorageFile {
  size(): number;
  /** As many bytes as there are, up to a length. */
  read(start: number, length: number): Uint8Array;
  write(bytes: Uint8Array, at: number): void;
  truncate(size: number): void;
  /** What was written before stays, whatever happens. */
  sync(): Promise<void>;
  syncNow(): void;
  close(): void;
}

export interface StorageFiles {
  /** For one process at a time; the answer ends it. Throws a `StoreFault` that names the other process. */
  lock(path: string): () => void;
  /** It is made where there is none. */
  open(path: string): StorageFile;
  /** Names of a folder, in no order; none where there is no folder. */
  list(folder: string): readonly string[];
  makeFolder(path: string): void;
  /** Whole or not at all, and to stay. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** The same file under another name where the disk can do that; else a copy. */
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

export function fileOf(handle: number): StorageFile {
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
