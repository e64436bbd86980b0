// Paths as a user would write them from the current folder: `contracts/coin.pact`, not
// `tests/../contracts/coin.pact`, `./contracts/coin.pact` or an absolute path to the same file.

import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { onDisk, pathOf } from '../../base/platform/disk/path-bytes.ts';

/** Returns the path unchanged if a plain one would lead elsewhere: `..` after a link is not the parent folder. */
export function plainPath(path: string): string {
  const plain = shortened(path);
  return plain === path || leadsToSame(plain, path) ? plain : path;
}

/** Returns `undefined` for a path outside the current folder. */
export function pathBelow(absolute: string): string | undefined {
  const path = relative(process.cwd(), absolute);
  const isBelow = path !== '' && path.split(/[\\/]/, 1)[0] !== '..' && !isAbsolute(path);
  return isBelow ? withSlashes(path) : undefined;
}

function shortened(path: string): string {
  const absolute = resolve(path);
  const below = pathBelow(absolute);
  if (below !== undefined) return below;
  return isAbsolute(path) ? absolute : withSlashes(relative(process.cwd(), absolute));
}

const withSlashes = (path: string): string => path.replaceAll('\\', '/');

/** The file itself may be missing. A trailing slash means a folder. */
function leadsToSame(plain: string, path: string): boolean {
  if (plain === '' || /[\\/]$/.test(path) || basename(plain) !== basename(path)) return false;
  const folder = realFolder(plain);
  return folder !== undefined && folder === realFolder(path);
}

function realFolder(path: string): string | undefined {
  try {
    // Not the plain `realpathSync`, which removes `..` before it resolves links.
    return pathOf(realpathSync.native(onDisk(dirname(path)), 'buffer'));
  } catch {
    return undefined;
  }
}
