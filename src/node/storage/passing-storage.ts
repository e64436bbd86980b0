// The storage of a network that ends with its process: its blocks are on disk, so that memory does not grow with them.
// The files are unlinked, so the system deletes them with the process, however it ends. Writes are never waited for.

import { tmpdir } from 'node:os';
import { assert } from '../../base/assert.ts';
import { isStoreFault, StoreFault } from '../../storage/entries/index.ts';
import { openNameless, type StorageFile, type StorageFiles } from './files.ts';
import { NodeStorage, type StorageOptions } from './node-storage.ts';

type PassingStorageOptions = Pick<
  StorageOptions,
  'network' | 'identity' | 'timer' | 'cacheBytes' | 'onFault' | 'onTrouble'
>;

/** Large, because each file keeps a descriptor open. */
const segmentBytes = 512 * 1024 * 1024;

/** Opens the storage. Throws a `StoreFault` if the disk refuses. */
export function passingStorage(options: PassingStorageOptions): NodeStorage {
  try {
    return NodeStorage.open({
      ...options,
      folder: tmpdir(),
      files: passingFiles(),
      isPassing: true,
      segmentBytes,
      snapshotBlocks: Infinity,
    });
  } catch (error) {
    if (!isStoreFault(error)) throw error;
    throw new StoreFault(
      error.code,
      `${error.message}; TMPDIR sets the folder for temporary files`,
    );
  }
}

function passingFiles(): StorageFiles {
  const byName = new Map<string, StorageFile>();
  const end = (): void => {
    for (const file of byName.values()) file.close();
    byName.clear();
  };
  return {
    lock: () => end,
    open(path) {
      const file = byName.get(path) ?? openNameless(tmpdir());
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
