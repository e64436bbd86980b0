// Finds the files for a command: the given files, and the Pact files in the given folders, in
// code-point order. Folders that never hold sources of the project are skipped.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../base/text.ts';
import { entriesOf, onDisk } from '../../base/platform/disk/path-bytes.ts';
import { reasonOf } from './files.ts';
import { pathSuggestion } from './similar-path.ts';

export type FoundFiles = {
  /** Paths as the user would write them, without duplicates. */
  readonly files: readonly string[];
  /** A sentence for each path that could not be searched. */
  readonly faults: readonly string[];
};

/** Deeper nesting means a link that leads upwards, or a mistake. */
const deepestFolder = 64;

/** Entries to search per wanted file, if the number of files is limited. */
const entriesPerFile = 20;

/**
 * `paths`: files with any name, and folders. A missing path is a fault, a folder without sources is not. `atMost`: the
 * search of folders stops at this number of files.
 */
export function findFiles(
  paths: readonly string[],
  extensions: readonly string[] = ['.pact', '.repl'],
  atMost = Infinity,
): FoundFiles {
  const files = new Set<string>();
  const faults: string[] = [];
  let left = atMost * entriesPerFile;
  const search = (folder: string, depth: number): void => {
    const entries = orFault(folder, faults, () => entriesOf(folder)) ?? [];
    for (const { name, isFolder } of [...entries].sort((a, b) => compareText(a.name, b.name))) {
      if (files.size >= atMost || left-- <= 0) return;
      const path = folder === '.' ? name : join(folder, name);
      if (isFolder) {
        if (!isPassedOver(name) && depth < deepestFolder) search(path, depth + 1);
      } else if (extensions.some((extension) => name.endsWith(extension))) files.add(path);
    }
  };
  for (const path of paths) {
    const status = orFault(path, faults, () => statSync(onDisk(path)));
    if (status?.isDirectory() === true) search(path, 0);
    else if (status !== undefined) files.add(path);
  }
  return { files: [...files], faults };
}

function orFault<T>(path: string, faults: string[], ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    faults.push(`cannot read ${path}: ${reasonOf(error)}${pathSuggestion(path)}`);
    return undefined;
  }
}

const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules';
