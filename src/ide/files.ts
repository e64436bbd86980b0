// What analysis and sessions need of the files that sources load.

import type { FileAnswer } from '../base/file-answer.ts';

export type FileHost = {
  readonly readFile: (path: string) => FileAnswer;
  /** The same file under another path has the same identity; for loads that go in a circle. */
  readonly identify: (path: string) => string;
};

/** A file that defines a module, and the line, from 1. */
export type ModuleFile = { readonly path: string; readonly line: number };
