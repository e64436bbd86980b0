// The access to loaded files that analysis and sessions need.

import type { FileAnswer } from '../base/result.ts';

export type FileHost = {
  readonly readFile: (path: string) => FileAnswer;
  /** Equal for the same file under different paths; detects cyclic loads. */
  readonly identify: (path: string) => string;
};

/** A file that defines a module, and the line, from 1. */
export type ModuleFile = { readonly path: string; readonly line: number };
