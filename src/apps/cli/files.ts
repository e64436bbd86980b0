// Reads files for scripts, and standard input. The result is text, or the reason why it cannot be read.

import { readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeUtf8 } from '../../base/bytes.ts';
import { entriesOf, onDisk, realPath } from '../../base/platform/disk/path-bytes.ts';
import type { FileAnswer } from '../../base/result.ts';
import type { FileHost } from '../../script/files.ts';

import { sleep } from './output.ts';
import { compareText } from '../../base/text.ts';
import { pathSuggestion } from './paths.ts';

/** In bytes. Larger files are refused, since they are hardly programs. */
export const maxFileBytes = 64 * 1024 * 1024;

export function readSourceFile(path: string): FileAnswer {
  const content = contentOf(path);
  return typeof content === 'string' ? failure(content) : textOf(content);
}

/** Returns `undefined` if the file cannot be read. */
export function readBytes(path: string): Uint8Array | undefined {
  const content = contentOf(path);
  return typeof content === 'string' ? undefined : content;
}

/** Returns the bytes, or the reason why they cannot be read. */
function contentOf(path: string): Uint8Array | string {
  try {
    const status = statSync(onDisk(path));
    if (status.isDirectory()) return 'it is a directory';
    // Pipes and devices could block forever.
    if (!status.isFile()) return 'it is not a regular file';
    if (status.size > maxFileBytes) return 'it is too large';
    return readFileSync(onDisk(path));
  } catch (error) {
    return reasonOf(error);
  }
}

/** Returns the reason if it could not be written. */
export function writeSourceFile(path: string, text: string): string | undefined {
  try {
    writeFileSync(onDisk(path), text);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

export const identifyFile = (path: string): string => realPath(path) ?? path;

/** The files of the disk, for tools that read sources. */
export const diskFiles: FileHost = { readFile: readSourceFile, identify: identifyFile };

/** Reads all of standard input. */
export function readInput(): FileAnswer {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let chunk = readChunk(); chunk !== undefined; chunk = readChunk()) {
      size += chunk.length;
      if (size > maxFileBytes) return failure('it is too large');
      chunks.push(chunk);
    }
  } catch (error) {
    return failure(reasonOf(error));
  }
  return textOf(Buffer.concat(chunks));
}

/** Waits for the next part of standard input; `undefined` at the end. */
export function readChunk(): Uint8Array | undefined {
  const buffer = Buffer.alloc(65_536);
  for (;;) {
    try {
      const length = readSync(0, buffer);
      return length === 0 ? undefined : buffer.subarray(0, length);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Windows reports the end of a pipe like this.
      if (code === 'EOF') return undefined;
      if (code !== 'EAGAIN') throw error;
      sleep(10);
    }
  }
}

function textOf(bytes: Uint8Array): FileAnswer {
  const text = decodeUtf8(bytes);
  return text === undefined ? failure('it is not UTF-8 text') : { kind: 'text', text };
}

const failure = (reason: string): FileAnswer => ({ kind: 'failure', reason });

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EEXIST', 'a file with that name exists already'],
  ['EROFS', 'it is on a read-only disk'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be larger than the system allows'],
  ['EIO', 'the disk has an error'],
  ['EISDIR', 'it is a directory'],
  ['ENOTDIR', 'a part of the path is not a directory'],
  ['ELOOP', 'its links form a loop'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EMFILE', 'too many files are open'],
  ['ERR_INVALID_ARG_VALUE', 'its name has a zero byte'],
]);

export function reasonOf(error: unknown): string {
  return knownReasonOf(error) ?? (error as Error).message;
}

/** Returns the reason for the usual errors of a system, else `undefined`. */
export function knownReasonOf(error: unknown): string | undefined {
  return reasons.get((error as NodeJS.ErrnoException).code ?? '');
}

// Finds the files for a command: the given files, and the Pact files in the given folders, in
// code-point order. Folders that never hold sources of the project are skipped.

export type FoundFiles = {
  /** Paths as the user would write them, without duplicates. */
  readonly files: readonly string[];
  /** A sentence for each path that could not be searched. */
  readonly faults: readonly string[];
};

/** Deeper nesting means a link that leads upwards, or a mistake. */
const maxFolderDepth = 64;

/** Entries to search per wanted file, if the number of files is limited. */
const entriesPerFile = 20;

/**
 * `paths`: files with any name, and folders. A missing path is a fault, a folder without sources is not. `atMost`: the
 * search of folders stops at this number of files.
 */
export function findFiles(
  paths: readonly string[],
  extensions: readonly string[] = ['.pact', '.repl'],
  atMost = Infinity,
): FoundFiles {
  const files = new Set<string>();
  const faults: string[] = [];
  let left = atMost * entriesPerFile;
  const search = (folder: string, depth: number): void => {
    const entries = orFault(folder, faults, () => entriesOf(folder)) ?? [];
    for (const { name, isFolder } of [...entries].sort((a, b) => compareText(a.name, b.name))) {
      if (files.size >= atMost || left-- <= 0) return;
      const path = folder === '.' ? name : join(folder, name);
      if (isFolder) {
        if (!isPassedOver(name) && depth < maxFolderDepth) search(path, depth + 1);
      } else if (extensions.some((extension) => name.endsWith(extension))) files.add(path);
    }
  };
  for (const path of paths) {
    const status = orFault(path, faults, () => statSync(onDisk(path)));
    if (status?.isDirectory() === true) search(path, 0);
    else if (status !== undefined) files.add(path);
  }
  return { files: [...files], faults };
}

function orFault<T>(path: string, faults: string[], ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    faults.push(`cannot read ${path}: ${reasonOf(error)}${pathSuggestion(path)}`);
    return undefined;
  }
}

const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules';
