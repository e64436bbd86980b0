// Keeps commands from writing outside of the project: a link, or a path in pact.yaml, must not lead a command to files
// that the user did not name.

import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { realPath } from '../../../base/platform/disk/path-bytes.ts';
import { writeSourceFile } from '../files.ts';
import { findProjectFile } from './project-file.ts';

/**
 * Returns the reason if a path that a command is about to write leads out of the project folder, or, without a
 * pact.yaml, out of the current folder. `named`: paths of the command line, which may be elsewhere; a named link does not
 * name what it leads to.
 */
export function leadsOutside(path: string, named: readonly string[] = []): string | undefined {
  const project = findProjectFile(process.cwd());
  const root = project === undefined ? process.cwd() : dirname(project);
  const elsewhere = named.map((each) => resolve(each)).filter((each) => !isWithin(root, each));
  const real = nearestRealPath(path);
  const allowed = [root, ...elsewhere].map(nearestRealPath);
  if (allowed.some((folder) => isWithin(folder, real))) return undefined;
  return `it leads to ${real}, outside of the project folder: to write there, name that path on the command line`;
}

/** Writes a file that may be in the project, or in a folder of the command line. Returns the reason if it cannot. */
export function writeInProject(
  path: string,
  text: string,
  named: readonly string[] = [],
): string | undefined {
  return leadsOutside(path, named) ?? writeSourceFile(path, text);
}

/** Whether a path is a folder or below it; both absolute. */
export function isWithin(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below === '' || (!isAbsolute(below) && below.split(/[\\/]/, 1)[0] !== '..');
}

/** For a path that does not exist, resolves its nearest existing folder and appends the rest. */
export function nearestRealPath(path: string): string {
  const real = realPath(path);
  if (real !== undefined) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  return resolve(nearestRealPath(parent), path.slice(parent.length).replace(/^[\\/]+/, ''));
}
