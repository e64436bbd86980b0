// Files as scripts load them: text, or a sentence that says why there is none.

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { decodeUtf8 } from '../base/bytes.ts';
import type { FileAnswer } from '../repl/host.ts';

/** Larger files are no programs. */
const largestFile = 64 * 1024 * 1024;

export function readSourceFile(path: string): FileAnswer {
  try {
    const status = statSync(path);
    if (status.isDirectory()) return { kind: 'failure', reason: 'it is a directory' };
    if (!status.isFile()) return { kind: 'failure', reason: 'it is no regular file' };
    if (status.size > largestFile) return { kind: 'failure', reason: 'it is too large' };
    const text = decodeUtf8(readFileSync(path));
    if (text === undefined) return { kind: 'failure', reason: 'it is not UTF-8 text' };
    return { kind: 'text', text };
  } catch (error) {
    return { kind: 'failure', reason: reasonOf(error) };
  }
}

export function identifyFile(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'it may not be read'],
  ['ENOTDIR', 'a part of the path is no directory'],
  ['ELOOP', 'its links go in a circle'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ERR_INVALID_ARG_VALUE', 'its name has a zero byte'],
]);

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons.get(code ?? '') ?? message;
}
