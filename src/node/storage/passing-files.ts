// Temporary files that save memory while the process runs: they are unlinked, so the system deletes them with the
// process, however it ends. Writes are never waited for.

import { constants, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { assert } from '../../base/assert.ts';
import { ownerOnly } from '../../storage/file/index.ts';
import { fileOf, type StorageFile, type StorageFiles } from './files.ts';

/** The system's folder for temporary files, which TMPDIR sets. */
export const passingFolder = tmpdir;

export function passingFiles(): StorageFiles {
  const byName = new Map<string, StorageFile>();
  const end = (): void => {
    for (const file of byName.values()) file.close();
    byName.clear();
  };
  return {
    lock: () => end,
    open(path) {
      const file = byName.get(path) ?? openNameless(passingFolder());
      byName.set(path, file);
      // Closing an unlinked file would lose its content; all files are closed together at the end.
      return { ...file, close: () => undefined };
    },
    list: () => [],
    makeFolder: () => undefined,
    replace: unused,
    rename: unused,
    remove: unused,
    link: unused,
    syncFolder: () => undefined,
  };
}

/** For operations on files that are read by name later. */
function unused(): never {
  assert(false, 'nothing of a passing network is read by another process');
}

/** A file that has no name in its folder. */
export function openNameless(folder: string): StorageFile {
  const path = join(folder, `pact-${randomUUID()}.passing`);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  const file = fileOf(openSync(path, flags, ownerOnly));
  rmSync(path, { force: true });
  return { ...file, sync: () => Promise.resolve(), syncNow: () => undefined };
}
