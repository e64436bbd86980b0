// File names that are not UTF-8, which systems other than Windows allow. The program represents such a name as a string
// in which each byte that is not part of a character is an unpaired surrogate, U+DC80 to U+DCFF: names stay distinct,
// can be joined, and become the same bytes again on disk. Python does the same (PEP 383).

import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { TextDecoder } from 'node:util';

const lost = '\ufffd';
/** Unpaired: the second half of a surrogate pair does not match. */
const escaped = /[\udc80-\udcff]/u;

/** Returns the path in the form that Node needs. */
export function onDisk(path: string): string | Buffer {
  return escaped.test(path) ? bytesOf(path) : path;
}

/** Returns the path for bytes from the system. */
export function pathOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8');
  return text.includes(lost) ? escapedText(bytes) : text;
}

/** Returns the entries of a folder: Node's own strings are wrong for names that are not UTF-8. */
export function entriesOf(folder: string): readonly Entry[] {
  const path = onDisk(folder);
  const entries = readdirSync(path, { withFileTypes: true });
  if (!entries.some(({ name }) => name.includes(lost))) return entries.map(entryOf);
  return readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
    name: pathOf(entry.name),
    isFolder: entry.isDirectory(),
  }));
}

type Entry = { readonly name: string; readonly isFolder: boolean };

function entryOf(entry: { readonly name: string; isDirectory(): boolean }): Entry {
  return { name: entry.name, isFolder: entry.isDirectory() };
}

/** Returns the original arguments of this process: Node has replaced bytes that are not UTF-8. */
export function argumentsOfProcess(): readonly string[] {
  const given = process.argv.slice(2);
  if (process.platform !== 'linux' || !given.some((each) => each.includes(lost))) return given;
  try {
    const all = readFileSync('/proc/self/cmdline');
    const texts: string[] = [];
    for (let at = 0, end; (end = all.indexOf(0, at)) !== -1; at = end + 1) {
      texts.push(pathOf(all.subarray(at, end)));
    }
    return texts.length < given.length ? given : texts.slice(-given.length);
  } catch {
    return given;
  }
}

function bytesOf(path: string): Buffer {
  const parts: Buffer[] = [];
  let plain = '';
  for (const character of path) {
    const code = character.charCodeAt(0);
    if (character.length > 1 || code < 0xdc80 || code > 0xdcff) plain += character;
    else {
      parts.push(Buffer.from(plain), Buffer.from([code - 0xdc00]));
      plain = '';
    }
  }
  return Buffer.concat([...parts, Buffer.from(plain)]);
}

function escapedText(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at, decoder);
    if (length === 0) text += String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    else text += decoder.decode(bytes.subarray(at, at + length));
    at += Math.max(1, length);
  }
  return text;
}

/** The number of bytes of the character that begins there; 0 if none does. */
function characterLength(bytes: Uint8Array, at: number, decoder: TextDecoder): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    try {
      decoder.decode(bytes.subarray(at, at + length));
      return length;
    } catch {
      // It may be incomplete.
    }
  }
  return 0;
}

/** Returns the place on the disk that a path leads to; `undefined` if it leads nowhere. */
export function realPath(path: string): string | undefined {
  try {
    // Not the plain `realpathSync`, which removes `..` before it resolves links.
    return pathOf(realpathSync.native(onDisk(path), 'buffer'));
  } catch {
    return undefined;
  }
}
