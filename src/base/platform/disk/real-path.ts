// The place on the disk that a path leads to.

import { realpathSync } from 'node:fs';
import { onDisk, pathOf } from './path-bytes.ts';

/** Returns `undefined` if the path leads nowhere. */
export function realPath(path: string): string | undefined {
  try {
    // Not the plain `realpathSync`, which removes `..` before it resolves links.
    return pathOf(realpathSync.native(onDisk(path), 'buffer'));
  } catch {
    return undefined;
  }
}
