// V8's code cache of a program, kept for this user: the package brings none along, since each version of Node accepts
// its own alone.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { shortHash } from '../../base/short-hash.ts';
import { replaceFile } from '../../platform/disk/replace-file.ts';
import { cacheFolder, codeEnding, partEnding } from './cache-folder.ts';
import { readOwnFile } from './own-file.ts';

/** The program, to the byte, and what V8 looks at before it accepts a cache. */
export type CodeKey = {
  readonly program: string;
  readonly buildId: string;
};

/**
 * V8 runs what it finds and does not notice damage: one bit ends the process. So a file holds the code twice, and both must be
 * the same: comparing takes a tenth of a millisecond, where loading a checksum takes several. Behind them, the length of the
 * code, and a short form of what it belongs to.
 */
const tailBytes = 8;

const largestCode = 64 * 1024 * 1024;

/** `undefined` if there is none, it is damaged, or another user may have written it. */
export function readCode(key: CodeKey): Uint8Array | undefined {
  const path = pathOf(key);
  // To ask is quicker than to be refused.
  if (path === undefined || !existsSync(path)) return undefined;
  try {
    const file = readOwnFile(path, largestCode);
    return file === undefined ? undefined : codeOf(file, path);
  } catch {
    return undefined;
  }
}

/** Whole or not at all; where it cannot be kept, programs start without. */
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
  // Flags of V8 among them.
  const options = [...execArgv, env['NODE_OPTIONS'] ?? ''].join(' ').trim();
  const words = [program, buildId, versions.node, arch, options].join('-');
  return join(folder, `${words.replace(/[^\w.-]+/g, '_').slice(0, 200)}${codeEnding}`);
}

function codeOf(file: Buffer, path: string): Uint8Array | undefined {
  const end = file.length - tailBytes;
  if (end < 0) return undefined;
  const length = file.readUInt32LE(end);
  if (length === 0 || end !== 2 * length) return undefined;
  // A file that was renamed belongs to something else.
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
