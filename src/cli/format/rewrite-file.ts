// Gives a file another text, whole or not at all: a break in the middle leaves the old one. Links stay links, and
// the mode stays.

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
import { onDisk, pathOf } from '../../platform/disk/path-bytes.ts';
import { discard } from '../../platform/disk/replace-file.ts';
import { reasonOf, writeSourceFile } from '../files.ts';

/** The reason why it could not be written. */
export function rewriteFile(path: string, text: string): string | undefined {
  try {
    const file = pathOf(realpathSync.native(onDisk(path), 'buffer'));
    // A file that may not be written could still be replaced.
    accessSync(onDisk(file), constants.W_OK);
    return replace(file, text) ? undefined : writeSourceFile(file, text);
  } catch (error) {
    return reasonOf(error);
  }
}

/** `false` where a new file would not be the same one to others, or the folder takes none. */
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
    // Written over, the old text would be lost on a full disk.
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    return false;
  }
}
