// The storage of a network that ends with its process: its blocks are on disk, so that memory does not grow with them.

import { isStoreFault, StoreFault } from '../../storage/entries/index.ts';
import { NodeStorage, type StorageOptions } from './node-storage.ts';
import { passingFiles, passingFolder } from './passing-files.ts';

export type PassingStorageOptions = Pick<
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
      ...{ folder: passingFolder(), files: passingFiles(), isPassing: true },
      ...{ segmentBytes, snapshotBlocks: Infinity },
    });
  } catch (error) {
    if (!isStoreFault(error)) throw error;
    throw new StoreFault(
      error.code,
      `${error.message}; TMPDIR sets the folder for temporary files`,
    );
  }
}
