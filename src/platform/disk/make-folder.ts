// Makes a folder and those that it is in. Node's own `recursive` never ends where a folder takes no others and says
// that it is not there, as /proc does.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Does nothing where it stands; what else is in the way is thrown as Node says it. `mode` is for those that are new. */
export function makeFolder(path: string, mode?: number): void {
  const refused = refusalOf(path, mode);
  if (refused === undefined) return;
  const parent = dirname(path);
  if (refused.code !== 'ENOENT' || parent === path) throw refused;
  makeFolder(parent, mode);
  const refusedAgain = refusalOf(path, mode);
  if (refusedAgain !== undefined) throw refusedAgain;
}

function refusalOf(path: string, mode: number | undefined): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path, { mode });
    return undefined;
  } catch (error) {
    const refused = error as NodeJS.ErrnoException;
    // A root, or a folder on a disk that takes nothing new, may be refused for other reasons than that it stands.
    return isFolder(path) ? undefined : refused;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
