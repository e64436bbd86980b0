// Finds the project file: pact.yaml of the current folder or the nearest one above it.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const projectFileName = 'pact.yaml';

export function findProjectFile(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, projectFileName);
    if (existsSync(path)) return path;
    if (dirname(at) === at) return undefined;
  }
}
