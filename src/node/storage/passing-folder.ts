// A folder for the storage of a network that ends with its process. It is deleted when the storage is closed; what a
// killed process left is deleted by the next one.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreFault } from '../../storage/entries/index.ts';
import { diskFault, isSystemError } from '../../storage/file/index.ts';

const namePattern = /^pact-(\d+)-network-/;

/** Makes the folder. Throws a `StoreFault` if the disk refuses. */
export function passingFolder(): { readonly path: string; readonly remove: () => void } {
  const parent = tmpdir();
  removeLeft(parent);
  try {
    const path = mkdtempSync(join(parent, `pact-${process.pid}-network-`));
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const { code, message } = diskFault('make a folder in', parent, error);
    throw new StoreFault(code, `${message}; TMPDIR sets the folder for temporary files`);
  }
}

function removeLeft(parent: string): void {
  try {
    for (const name of readdirSync(parent)) {
      const owner = namePattern.exec(name)?.[1];
      if (owner === undefined || isAlive(Number(owner))) continue;
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  } catch {
    // It belongs to another user, or another process is removing it.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
