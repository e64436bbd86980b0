// Packs this package again, as `npm pack` did, from its own folder: an installed package or a checkout that was built.
// The package is not on a registry, so a project that others build needs a copy of it.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { utf8 } from '../../../base/bytes.ts';
import { isJsonArray, isJsonObject } from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';
import { tarOf } from './tar.ts';

/** Returns the bytes of the file. Throws Node's error if a file cannot be read. */
export function packedPackage(folder: string): Uint8Array {
  const files = shippedFiles(folder).map((path) => ({
    path: `package/${path}`,
    content: readFileSync(join(folder, path)),
  }));
  return gzipSync(tarOf(files));
}

/** Returns the paths that package.json lists, with the files in folders, in order. */
export function shippedFiles(folder: string): readonly string[] {
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
