// Creates a folder and its parents. Node's own `recursive` never returns if a folder refuses new entries by reporting
// that it does not exist, as /proc does.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Does nothing if the folder exists; throws Node's error if something else has its name. `mode` applies to new folders. */
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
    // Creating a root, or a folder on a read-only disk, may fail with another error than that it exists.
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
