// Files that keep something out of memory while the process runs: no name leads to them, so that the system takes them away
// with the process, however it ends. What is written is never waited for.

import { constants, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { assert } from '../../base/assert.ts';
import { ownerOnly } from '../../store-file/index.ts';
import { fileOf, type StorageFile, type StorageFiles } from './files.ts';

/** Where the room for them is taken: the folder of the system for passing files, which TMPDIR names. */
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
      // It would be lost: it is closed with all others.
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

/** Of files that are read by their names later. */
function unused(): never {
  assert(false, 'nothing of a passing network is read by another process');
}

/** A file of a folder that has no name there. */
export function openNameless(folder: string): StorageFile {
  const path = join(folder, `pact-${randomUUID()}.passing`);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  const file = fileOf(openSync(path, flags, ownerOnly));
  rmSync(path, { force: true });
  return { ...file, sync: () => Promise.resolve(), syncNow: () => undefined };
}
