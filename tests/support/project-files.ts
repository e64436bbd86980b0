// The project's own files, for tests that check all of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const notOurs = new Set(['node_modules', 'dist', 'coverage', '.git', '.vitest']);

/** Paths relative to the root with forward slashes, sorted. */
export const projectFiles: readonly string[] = walk('').sort();

export function filesUnder(folders: readonly string[], ending: RegExp): readonly string[] {
  return projectFiles.filter(
    (path) => ending.test(path) && folders.some((folder) => path.startsWith(`${folder}/`)),
  );
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function stands(path: string): boolean {
  return existsSync(join(root, path));
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() ? [path] : [];
  });
}
