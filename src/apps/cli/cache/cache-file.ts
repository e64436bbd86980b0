// Reads and writes one file of the cache: the data that a run stored under a key. Any fault in the file or the folder
// counts as a missing file: runs work without the cache.

import { existsSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { discard, replaceFile } from '../../../base/platform/disk/files.ts';
import { crc32, hashSeed, shortHash, decodeUtf8, utf8 } from '../../../base/bytes.ts';

import {
  entryEnding,
  maxEntryBytes,
  partEnding,
  readOwnFile,
  shrinkFolder,
} from './cache-folder.ts';

const mark = 'pact states 1\n';
const headBytes = mark.length + 12;

export class CacheFile {
  private readonly folder: string;
  /** The full key of the content; the file name is only a hash of it. */
  private readonly key: string;

  constructor(folder: string, key: string) {
    this.folder = folder;
    this.key = key;
  }

  read(): Uint8Array | undefined {
    const { path } = this;
    try {
      // Checking first is faster than catching an error.
      if (!existsSync(path)) return undefined;
      const file = readOwnFile(path, maxEntryBytes);
      const content = file === undefined ? undefined : contentOf(file, this.key);
      const now = new Date();
      if (content !== undefined) utimesSync(path, now, now);
      return content;
    } catch {
      return undefined;
    }
  }

  /** Writes the file atomically, because other runs read and write the same files. Shrinks the folder if it grows. */
  write(content: Uint8Array): void {
    const { path } = this;
    const file = fileOf(content, this.key);
    const before = sizeOf(path);
    replaceFile(path, `${path}.${process.pid}-${threadNumber()}${partEnding}`, file);
    if (file.length > before) shrinkFolder(this.folder);
  }

  discard(): void {
    discard(this.path);
  }

  private get path(): string {
    return join(this.folder, `${shortForm(this.key)}${entryEnding}`);
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Layout: the mark, a checksum of everything after it, the lengths of key and content, key, content. */
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

/** In bytes. For smaller files, loading Node's zlib module takes longer than computing the checksum in JavaScript. */
const smallFile = 8192;

function checksum(bytes: Uint8Array): number {
  if (bytes.length > smallFile) return process.getBuiltinModule('node:zlib').crc32(bytes);
  return crc32(bytes);
}

function threadNumber(): number {
  return process.getBuiltinModule('node:worker_threads').threadId;
}

/** Returns 64 bits in hexadecimal, enough for a file name. */
function shortForm(key: string): string {
  const halves = [hashSeed, 0xc9dc5118].map((seed) => shortHash(key, seed));
  return halves.map((half) => half.toString(16).padStart(8, '0')).join('');
}
