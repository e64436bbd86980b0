// Completes file names for Tab inside a string, as in `load`.

import { readdirSync } from 'node:fs';

/** The text after the open quote, if the cursor is in a string. */
export function openString(line: string): string | undefined {
  const parts = line.replace(/\\./g, '  ').split('"');
  if (parts.length % 2 === 1) return undefined;
  return line.slice(line.length - (parts.at(-1) ?? '').length);
}

/** Complete paths that begin with this one; folders end in a slash. */
export function completePath(begun: string): readonly string[] {
  const slash = begun.lastIndexOf('/') + 1;
  const folder = begun.slice(0, slash);
  const name = begun.slice(slash);
  try {
    return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })
      .filter((entry) => entry.name.startsWith(name) && (name !== '' || !isHidden(entry.name)))
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .sort();
  } catch {
    return [];
  }
}

const isHidden = (name: string): boolean => name.startsWith('.');
