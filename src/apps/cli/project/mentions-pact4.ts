// Whether pact.yaml may admit builtins of Pact 4.

import { readFileSync } from 'node:fs';
import { findProjectFile } from './project-file.ts';

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
