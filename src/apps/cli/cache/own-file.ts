// Reads files of the cache. Their content is trusted: states are shown as output, and V8 runs code unchecked. So a file
// is used only if no other user can have written it, even in a shared folder.

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** Returns `undefined` for a file that is too large, or that another user owns or may write to. Throws if reading fails. */
export function readOwnFile(path: string, largestBytes: number): Buffer | undefined {
  const file = openSync(path, 'r');
  try {
    const { size, uid, mode } = fstatSync(file);
    if (size > largestBytes || !isOwn(uid, mode)) return undefined;
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

const writableByOthers = 0o022;

/** Whether only this user can write a file or folder with this owner and mode. */
export function isOwn(uid: number, mode: number): boolean {
  // Windows has neither; there, the folders belong to their user.
  const user = process.getuid?.();
  return user === undefined || (uid === user && (mode & writableByOthers) === 0);
}
