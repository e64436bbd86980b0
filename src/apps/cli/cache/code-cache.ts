// Keeps V8's code cache of a program for the current user. The package contains none, since each version of Node
// accepts only its own.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { shortHash } from '../../../base/bytes.ts';
import { replaceFile } from '../../../base/platform/disk/files.ts';

import { cacheFolder, codeEnding, partEnding, readOwnFile } from './cache-folder.ts';

/** A hash of the program, and the values that V8 checks before it accepts a cache. */
export type CodeKey = {
  readonly program: string;
  readonly buildId: string;
};

/**
 * V8 does not detect damaged code: one wrong bit can crash the process. So the file contains the code twice, and both
 * copies must be equal: comparing takes a tenth of a millisecond, loading a checksum module several. After them come
 * the length of the code and a hash of its key.
 */
const tailBytes = 8;

const largestCode = 64 * 1024 * 1024;

/** Returns the code; `undefined` if it is missing or damaged, or another user may have written it. */
export function readCode(key: CodeKey): Uint8Array | undefined {
  const path = pathOf(key);
  // Checking first is faster than catching an error.
  if (path === undefined || !existsSync(path)) return undefined;
  try {
    const file = readOwnFile(path, largestCode);
    return file === undefined ? undefined : codeOf(file, path);
  } catch {
    return undefined;
  }
}

/** Writes the code atomically. If that fails, programs start without the cache. */
export function keepCode(key: CodeKey, code: Uint8Array): void {
  const path = pathOf(key);
  if (path === undefined) return;
  const part = `${path}.${process.pid}${partEnding}`;
  replaceFile(path, part, fileOf(code, path));
}

function pathOf({ program, buildId }: CodeKey): string | undefined {
  const folder = cacheFolder();
  if (folder === undefined) return undefined;
  const { arch, versions, execArgv, env } = process;
  // They include flags of V8.
  const options = [...execArgv, env['NODE_OPTIONS'] ?? ''].join(' ').trim();
  const words = [program, buildId, versions.node, arch, options].join('-');
  return join(folder, `${words.replace(/[^\w.-]+/g, '_').slice(0, 200)}${codeEnding}`);
}

function codeOf(file: Buffer, path: string): Uint8Array | undefined {
  const end = file.length - tailBytes;
  if (end < 0) return undefined;
  const length = file.readUInt32LE(end);
  if (length === 0 || end !== 2 * length) return undefined;
  // A renamed file belongs to another key.
  if (file.readUInt32LE(end + 4) !== shortHash(basename(path))) return undefined;
  const code = file.subarray(0, length);
  return code.equals(file.subarray(length, end)) ? code : undefined;
}

function fileOf(code: Uint8Array, path: string): Uint8Array {
  const end = 2 * code.length;
  const file = Buffer.alloc(end + tailBytes);
  file.set(code);
  file.set(code, code.length);
  file.writeUInt32LE(code.length, end);
  file.writeUInt32LE(shortHash(basename(path)), end + 4);
  return file;
}
