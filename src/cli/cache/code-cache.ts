// V8's code cache of a program, kept for this user: the package brings none along, since each version of Node accepts
// its own alone.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../disk/replace-file.ts';
import { cacheFolder, codeEnding, partEnding } from './cache-folder.ts';

/** The program, to the byte, and what V8 looks at before it accepts a cache. */
export type CodeKey = {
  readonly program: string;
  readonly buildId: string;
};

/** At the end of a file: how many bytes come before, and their checksum. */
const tailBytes = 8;

/** Every so many words of 32 bits count: some of every page of a file that did not reach the disk. */
const sampleStep = 61;

/** `undefined` where there is none, or it is damaged: V8 would not notice, and fail. */
export function readCode(key: CodeKey): Uint8Array | undefined {
  const path = pathOf(key);
  // To ask is quicker than to be refused.
  if (path === undefined || !existsSync(path)) return undefined;
  try {
    return codeOf(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Whole or not at all; where it cannot be kept, programs start without. */
export function keepCode(key: CodeKey, code: Uint8Array): void {
  const path = pathOf(key);
  if (path === undefined) return;
  const part = `${path}.${process.pid}${partEnding}`;
  replaceFile(path, part, fileOf(code));
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

function codeOf(file: Buffer): Uint8Array | undefined {
  const length = file.length - tailBytes;
  if (length <= 0 || file.readUInt32LE(length) !== length) return undefined;
  const code = file.subarray(0, length);
  return file.readUInt32LE(length + 4) === checksum(code) ? code : undefined;
}

function fileOf(code: Uint8Array): Uint8Array {
  const file = Buffer.alloc(code.length + tailBytes);
  file.set(code);
  file.writeUInt32LE(code.length, code.length);
  file.writeUInt32LE(checksum(code), code.length + 4);
  return file;
}

function checksum(code: Uint8Array): number {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  let sum = 0x811c9dc5;
  for (let at = 0; at + 4 <= code.length; at += 4 * sampleStep) {
    sum = Math.imul(sum ^ view.getUint32(at, true), 0x01000193);
  }
  return sum >>> 0;
}
