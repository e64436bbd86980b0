// Reads files of the cache. What they hold is trusted: states are shown as output, and V8 runs code as it is. So a file counts
// only if no other user can have written it, even where the folder is shared.

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** `undefined` for a file that is too large, or that another user owns or may write to. Throws where it cannot be read. */
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

function isOwn(uid: number, mode: number): boolean {
  // Windows has neither; folders there are their user's own.
  const user = process.getuid?.();
  return user === undefined || (uid === user && (mode & writableByOthers) === 0);
}
