// Gives access only to the files in one folder: neither `..` nor a link leads out of it.

import { isAbsolute } from 'node:path';
import type { FileAnswer } from '../../../base/result.ts';
import type { FileHost } from '../../../script/files.ts';
import { realPath } from '../../../base/platform/disk/path-bytes.ts';
import { readSourceFile } from '../files.ts';
import { isWithin, nearestRealPath } from '../project/leads-outside.ts';

export type ConfinedFiles = FileHost & {
  /** Resolves a path, or returns the reason why it is refused. The file may be missing. */
  readonly locate: (path: string) => Located;
};

export type Located =
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
