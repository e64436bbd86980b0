// Replaces the content of a file atomically: an interruption leaves the old content. Links stay links, and the mode
// is kept.

import {
  accessSync,
  chmodSync,
  constants,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { onDisk, pathOf } from '../../../base/platform/disk/path-bytes.ts';
import { discard } from '../../../base/platform/disk/files.ts';
import { reasonOf, writeSourceFile } from '../files.ts';

/** Returns the reason if it could not be written. */
export function rewriteFile(path: string, text: string): string | undefined {
  try {
    const file = pathOf(realpathSync.native(onDisk(path), 'buffer'));
    // Needed because a file without write permission could still be replaced.
    accessSync(onDisk(file), constants.W_OK);
    return replace(file, text) ? undefined : writeSourceFile(file, text);
  } catch (error) {
    return reasonOf(error);
  }
}

/** Returns `false` if a new file would differ for others (links, owner) or cannot be created in the folder. */
function replace(file: string, text: string): boolean {
  const { mode, nlink, uid } = statSync(onDisk(file));
  if (nlink > 1 || (process.getuid !== undefined && uid !== process.getuid())) return false;
  const part = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  try {
    writeFileSync(onDisk(part), text, { flag: 'wx', mode: 0o600 });
    chmodSync(onDisk(part), mode & 0o7777);
    renameSync(onDisk(part), onDisk(file));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') discard(part);
    // On a full disk, overwriting the file would lose the old content.
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    return false;
  }
}
