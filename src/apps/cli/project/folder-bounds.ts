// Keeps commands within a folder: what they write within the project, what agents read within theirs.

import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { realPath } from '../../../base/platform/disk/path-bytes.ts';
import type { FileAnswer } from '../../../base/result.ts';
import { readSourceFile, writeSourceFile } from '../files.ts';
import { findProjectFile } from './project-file.ts';

import type { FileHost } from '../../../script/files.ts';

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

/** Returns whether a path is a folder or below it; both absolute. */
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

// Gives access only to the files in one folder: neither `..` nor a link leads out of it.

export type ConfinedFiles = FileHost & {
  /** Resolves a path, or returns the reason why it is refused. The file may be missing. */
  readonly locate: (path: string) => Located;
};

type Located =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'refused'; readonly reason: string };

const outside = { kind: 'refused', reason: 'it is outside of the project folder' } as const;

/** `folder`: absolute. Paths are relative to it, or absolute. */
export function confinedFiles(folder: string): ConfinedFiles {
  const root = realPath(folder) ?? folder;
  const locate = (path: string): Located => {
    if (path.includes('\0')) return { kind: 'refused', reason: 'its name has a zero byte' };
    // The checked path, without links, is the one to open. As in the system, `..` after a link is the parent of the
    // folder that the link points to.
    const real = nearestRealPath(isAbsolute(path) ? path : `${root}/${path}`);
    return isWithin(root, real) ? { kind: 'path', path: real } : outside;
  };
  return {
    locate,
    readFile(path): FileAnswer {
      const located = locate(path);
      if (located.kind === 'refused') return { kind: 'failure', reason: located.reason };
      return readSourceFile(located.path);
    },
    identify(path) {
      const located = locate(path);
      return located.kind === 'refused' ? path : located.path;
    },
  };
}
