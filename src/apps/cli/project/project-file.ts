// Finds the project file: pact.yaml of the current folder or the nearest one above it.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const projectFileName = 'pact.yaml';

export function findProjectFile(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, projectFileName);
    if (existsSync(path)) return path;
    if (dirname(at) === at) return undefined;
  }
}

// Whether pact.yaml may admit builtins of Pact 4.

/** Looks only for the word: plain runs need no project file, and loading the YAML reader would take longer than they do. */
export function mentionsPact4(): boolean {
  const path = findProjectFile(process.cwd());
  if (path === undefined) return false;
  try {
    return readFileSync(path, 'utf8').includes('pact4');
  } catch {
    // A command that needs the file reports it.
    return false;
  }
}
