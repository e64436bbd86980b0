// The calls to the disk that keep a promise: whole writes, and directories whose entries stay.

import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { StoreFault } from '../store/index.ts';

export function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}

/** As many bytes as there are, up to a length. */
export function readAt(file: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, bytes, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done === length ? bytes : bytes.slice(0, done);
}

/** Reads an open file: as many bytes as there are, up to a length. */
export function bytesOf(file: number): (position: number, length: number) => Uint8Array {
  return (position, length) => readAt(file, position, length);
}

/** A renamed file keeps its name only once its folder is on the disk. */
export function syncFolder(folder: string): void {
  // Windows has no such call, and needs none.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Read and written by its owner alone. */
export const ownerOnly = 0o600;

/**
 * Takes the rights of everybody else away from an open file: one that an older version made, or that
 * was copied, may have them. A file of another user stays as it is.
 */
export function keepToOwner(file: number): void {
  try {
    if ((fstatSync(file).mode & 0o077) !== 0) fchmodSync(file, ownerOnly);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

/** What went wrong, in a sentence about the file. */
export function diskFault(doing: string, path: string, error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  const code = codeOf(error);
  // The folders above were made before.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'mkdir') {
    return new StoreFault('unwritable', `cannot create ${path}: no folder can be made there`);
  }
  const reason =
    reasons.get(code ?? '') ?? (error instanceof Error ? error.message : String(error));
  return new StoreFault('unwritable', `cannot ${doing} ${path}: ${reason}`);
}

/** What a call to the system threw, which `diskFault` makes a sentence of. */
export function isSystemError(error: unknown): boolean {
  return !(error instanceof StoreFault) && typeof codeOf(error) === 'string';
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'there is no such folder'],
  ['EISDIR', 'it is a folder'],
  ['EEXIST', 'a file with that name exists already'],
  ['EACCES', 'it may not be written'],
  ['EPERM', 'it may not be written'],
  ['EROFS', 'its disk may only be read'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be larger than the system allows'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['EIO', 'the disk has an error'],
]);
