// Durable disk operations: complete writes, and directory entries that survive.

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { StoreFault } from '../entries/index.ts';

export function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}

/** Reads up to `length` bytes. */
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

/** Returns a reader of an open file, which reads up to a length. */
export function bytesOf(file: number): (position: number, length: number) => Uint8Array {
  return (position, length) => readAt(file, position, length);
}

/** Syncs a folder: the name of a renamed file is durable only afterwards. */
export function syncFolder(folder: string): void {
  // Windows has no such call and does not need it.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Only the owner can read and write the file. */
export const ownerOnly = 0o600;

/**
 * Removes the permissions of other users from an open file: one from an older version or a copy may have them. A file of
 * another user is not changed.
 */
export function keepToOwner(file: number): void {
  try {
    if ((fstatSync(file).mode & 0o077) !== 0) fchmodSync(file, ownerOnly);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

/** Creates a file that only its owner can read, or removes the permissions of others from it. Throws a `StoreFault`. */
export function ownFile(path: string): void {
  try {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT, ownerOnly);
    keepToOwner(file);
    closeSync(file);
  } catch (error) {
    throw diskFault('open', path, error);
  }
}

/** Returns a fault with a sentence about the file. */
export function diskFault(doing: string, path: string, error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  const code = codeOf(error);
  // The folders above were created before.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'mkdir') {
    return new StoreFault('unwritable', `cannot create ${path}: no folder can be created there`);
  }
  const reason =
    reasons.get(code ?? '') ?? (error instanceof Error ? error.message : String(error));
  return new StoreFault('unwritable', `cannot ${doing} ${path}: ${reason}`);
}

/** Checks for an error of a system call, which `diskFault` can describe. */
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
  ['EROFS', 'its disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be larger than the system allows'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['EIO', 'the disk has an error'],
]);
