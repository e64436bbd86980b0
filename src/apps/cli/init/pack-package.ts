// Packs this package again, as `npm pack` did, from its own folder: an installed package or a checkout that was built.
// The package is not on a registry, so a project that others build needs a copy of it.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { concatBytes, utf8 } from '../../../base/bytes.ts';
import { isJsonArray, isJsonObject } from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';

/** Returns the bytes of the file. Throws Node's error if a file cannot be read. */
export function packedPackage(folder: string): Uint8Array {
  const files = shippedFiles(folder).map((path) => ({
    path: `package/${path}`,
    content: readFileSync(join(folder, path)),
  }));
  return gzipSync(tarOf(files));
}

/** Returns the paths that package.json lists, with the files in folders, in order. */
function shippedFiles(folder: string): readonly string[] {
  const read = readJson(readFileSync(join(folder, 'package.json'), 'utf8'));
  const listed = read.kind === 'value' && isJsonObject(read.value) ? read.value.get('files') : [];
  const names = listed !== undefined && isJsonArray(listed) ? listed : [];
  const paths = names.filter((name): name is string => typeof name === 'string');
  return ['package.json', ...paths.flatMap((path) => filesIn(folder, path))].sort(byBytes);
}

function filesIn(folder: string, path: string): readonly string[] {
  // The only pattern is !dist/*.cache: caches are for one release of Node.
  if (path.startsWith('!') || path.endsWith('.cache')) return [];
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  return readdirSync(join(folder, path)).flatMap((name) => filesIn(folder, `${path}/${name}`));
}

const byBytes = (a: string, b: string): number => Buffer.compare(utf8(a), utf8(b));

// Writes tar archives as npm reads them: plain files, with fixed times and owners, so that the same files give the same
// bytes.
// Source: POSIX.1-1988, the ustar format.

type ArchivedFile = {
  /** With `/` between folders; at most 100 bytes after a folder name of at most 155 bytes. */
  readonly path: string;
  readonly content: Uint8Array;
};

const blockBytes = 512;

/** 1985-10-26, which npm writes too: some tools refuse times before 1980. */
const time = 499_162_500;

function tarOf(files: readonly ArchivedFile[]): Uint8Array {
  const pieces = files.flatMap(({ path, content }) => [
    headerOf(path, content.length),
    content,
    new Uint8Array((blockBytes - (content.length % blockBytes)) % blockBytes),
  ]);
  return concatBytes([...pieces, new Uint8Array(2 * blockBytes)]);
}

function headerOf(path: string, size: number): Uint8Array {
  const { folder, name } = splitPath(path);
  const block = new Uint8Array(blockBytes);
  const put = (at: number, text: string): void => block.set(utf8(text), at);
  put(0, name);
  put(100, octal(0o644, 8));
  put(108, octal(0, 8));
  put(116, octal(0, 8));
  put(124, octal(size, 12));
  put(136, octal(time, 12));
  // The sum is made with blanks in its own place.
  put(148, '        ');
  put(156, '0');
  put(257, 'ustar\u000000');
  put(345, folder);
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
}

/** Splits a path that is too long for the first field at a slash. */
function splitPath(path: string): { readonly folder: string; readonly name: string } {
  if (utf8(path).length <= 100) return { folder: '', name: path };
  const at = path.indexOf('/', path.length - 101);
  return { folder: path.slice(0, at), name: path.slice(at + 1) };
}

const octal = (value: number, width: number): string =>
  `${value.toString(8).padStart(width - 1, '0')}\0`;
