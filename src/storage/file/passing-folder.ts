// A folder for storage that ends with its process. It is deleted when the storage is closed, at the latest when the process
// ends; what a killed process left is deleted by the next one.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreFault } from '../entries/index.ts';
import { diskFault, isSystemError } from './disk.ts';
import { isRunning } from './lock.ts';

const namePattern = /^pact-(\d+)-(network|server)-/;

export type PassingFolder = { readonly path: string; readonly remove: () => void };

/** Makes the folder. Throws a `StoreFault` if the disk refuses. */
export function passingFolder(content: 'network' | 'server'): PassingFolder {
  const parent = tmpdir();
  removeLeft(parent);
  try {
    const path = mkdtempSync(join(parent, `pact-${process.pid}-${content}-`));
    const remove = (): void => {
      process.off('exit', remove);
      rmSync(path, { recursive: true, force: true });
    };
    process.on('exit', remove);
    return { path, remove };
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
      if (owner === undefined || isRunning(Number(owner))) continue;
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  } catch {
    // It belongs to another user, or another process is removing it.
  }
}
