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
import { discard } from '../../disk/replace-file.ts';
import { reasonOf, writeSourceFile } from '../files.ts';

/** What kept it from being written. */
export function rewriteFile(path: string, text: string): string | undefined {
  try {
    const file = realpathSync(path);
    // A file that may not be written could still be replaced.
    accessSync(file, constants.W_OK);
    return replace(file, text) ? undefined : writeSourceFile(file, text);
  } catch (error) {
    return reasonOf(error);
  }
}

/** `false` where a new file would not be the same one to others, or the folder takes none. */
function replace(file: string, text: string): boolean {
  const { mode, nlink, uid } = statSync(file);
  if (nlink > 1 || (process.getuid !== undefined && uid !== process.getuid())) return false;
  const part = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  try {
    writeFileSync(part, text, { flag: 'wx', mode: 0o600 });
    chmodSync(part, mode & 0o7777);
    renameSync(part, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') discard(part);
    // Written over, the old text would be lost on a full disk.
    if (code === 'ENOSPC') throw error;
    return false;
  }
}
