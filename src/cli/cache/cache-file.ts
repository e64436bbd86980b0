// One file of the cache: what a run has kept under a certain key. Whatever is wrong with it, or with
// the folder, the answer is that there is none: a run does without.

import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { discard, replaceFile } from '../../platform/disk/replace-file.ts';
import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { crc32 } from '../../base/crc32.ts';
import { hashSeed, shortHash } from '../../base/short-hash.ts';
import { entryEnding, largestEntry, partEnding } from './cache-folder.ts';
import { readOwnFile } from './own-file.ts';

const mark = 'pact states 1\n';
const headBytes = mark.length + 12;

export class CacheFile {
  readonly folder: string;
  /** What the content belongs to; the file's name is only a short form of it. */
  private readonly key: string;

  constructor(folder: string, key: string) {
    this.folder = folder;
    this.key = key;
  }

  read(): Uint8Array | undefined {
    const { path } = this;
    try {
      // To ask is quicker than to be refused.
      if (!existsSync(path)) return undefined;
      const file = readOwnFile(path, largestEntry);
      const content = file === undefined ? undefined : contentOf(file, this.key);
      const now = new Date();
      if (content !== undefined) utimesSync(path, now, now);
      return content;
    } catch {
      return undefined;
    }
  }

  /** Whole or not at all: other runs read and write the same files. Somebody has to shrink the folder. */
  write(content: Uint8Array): void {
    const part = `${this.path}.${process.pid}-${threadNumber()}${partEnding}`;
    replaceFile(this.path, part, fileOf(content, this.key));
  }

  discard(): void {
    discard(this.path);
  }

  private get path(): string {
    return join(this.folder, `${shortForm(this.key)}${entryEnding}`);
  }
}

/** The mark, a checksum of all that follows it, the lengths of key and content, both. */
function fileOf(content: Uint8Array, key: string): Uint8Array {
  const keyBytes = utf8(key);
  const file = Buffer.alloc(headBytes + keyBytes.length + content.length);
  file.write(mark, 'latin1');
  file.writeUInt32LE(keyBytes.length, mark.length + 4);
  file.writeUInt32LE(content.length, mark.length + 8);
  file.set(keyBytes, headBytes);
  file.set(content, headBytes + keyBytes.length);
  file.writeUInt32LE(checksum(file.subarray(mark.length + 4)), mark.length);
  return file;
}

function contentOf(file: Buffer, key: string): Uint8Array | undefined {
  if (file.length < headBytes || file.toString('latin1', 0, mark.length) !== mark) return undefined;
  const keyEnd = headBytes + file.readUInt32LE(mark.length + 4);
  if (file.length !== keyEnd + file.readUInt32LE(mark.length + 8)) return undefined;
  if (decodeUtf8(file.subarray(headBytes, keyEnd)) !== key) return undefined;
  if (checksum(file.subarray(mark.length + 4)) !== file.readUInt32LE(mark.length)) return undefined;
  return file.subarray(keyEnd);
}

/** Loading Node's own takes longer than to go through a small file. */
const smallFile = 8192;

function checksum(bytes: Uint8Array): number {
  if (bytes.length > smallFile) return process.getBuiltinModule('node:zlib').crc32(bytes);
  return crc32(bytes);
}

function threadNumber(): number {
  return process.getBuiltinModule('node:worker_threads').threadId;
}

/** 64 bits in hexadecimal: no more than a name is asked of it. */
function shortForm(key: string): string {
  const halves = [hashSeed, 0xc9dc5118].map((seed) => shortHash(key, seed));
  return halves.map((half) => half.toString(16).padStart(8, '0')).join('');
}
