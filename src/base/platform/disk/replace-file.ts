// Replaces a file atomically, for files that several processes read and write at the same time. Readers must detect a
// file that a power failure left incomplete.

import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { onDisk } from './path-bytes.ts';

/** Readable only by its owner, like its folder if that is new. If it cannot be written, nothing happens. */
export function replaceFile(path: string, part: string, content: Uint8Array): void {
  try {
    makeFolder(dirname(path), 0o700);
    writeFileSync(part, content, { mode: 0o600 });
    renameSync(part, path);
  } catch {
    discard(part);
  }
}

/** Deletes the temporary file of a failed replacement, if there is one. */
export function discard(path: string): void {
  try {
    unlinkSync(onDisk(path));
  } catch {
    // It was never created.
  }
}
