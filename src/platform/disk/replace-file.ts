// Replaces a file whole or not at all, for files that others read and write at the same time. What a power cut would leave
// is for its reader to find out.

import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { onDisk } from './path-bytes.ts';

/** For its owner alone, as its folder is where it is new. Where it cannot be written, nothing happens. */
export function replaceFile(path: string, part: string, content: Uint8Array): void {
  try {
    makeFolder(dirname(path), 0o700);
    writeFileSync(part, content, { mode: 0o600 });
    renameSync(part, path);
  } catch {
    discard(part);
  }
}

/** What a failed replacement has begun, if anything. */
export function discard(path: string): void {
  try {
    unlinkSync(onDisk(path));
  } catch {
    // It was not written at all.
  }
}
