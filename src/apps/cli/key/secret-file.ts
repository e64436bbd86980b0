// Writes files with secrets: only their owner can read them, git does not see them, and existing files are never
// overwritten.

import { closeSync, fsyncSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import { reasonOf } from '../files.ts';
import { keepFromGit } from './keep-from-git.ts';

export const ownerOnly = 0o600;

/** Returns the reason if it could not be written; then there is no file. */
export function writeSecretFile(path: string, text: string): string | undefined {
  try {
    makeFolder(dirname(path), 0o700);
    const file = openSync(path, 'wx', ownerOnly);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } catch (error) {
      unlinkSync(path);
      throw error;
    } finally {
      closeSync(file);
    }
    keepFromGit(path);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
