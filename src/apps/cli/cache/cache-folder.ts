// The folder that keeps states of runs and compiled code on disk, and its size limits.

import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Total bytes of all files; the least recently used files are deleted first. */
export const maxFolderBytes = 512 * 1024 * 1024;
/** Bytes of one file: a run with more data stops storing states. */
export const maxEntryBytes = 128 * 1024 * 1024;

/** A temporary file of this age was left by a run that was killed. */
const abandonedAfterMs = 3_600_000;

export const entryEnding = '.states';
export const codeEnding = '.code';
export const partEnding = '.part';

/** Returns the folder, or `undefined` if there is no home folder. */
export function cacheFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const { PACT_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = environment;
  if (PACT_CACHE_DIR !== undefined && PACT_CACHE_DIR !== '') return PACT_CACHE_DIR;
  if (XDG_CACHE_HOME !== undefined && isAbsolute(XDG_CACHE_HOME)) {
    return join(XDG_CACHE_HOME, 'pact');
  }
  if (platform === 'win32') {
    return LOCALAPPDATA === undefined ? undefined : join(LOCALAPPDATA, 'pact', 'cache');
  }
  if (HOME === undefined || HOME === '') return undefined;
  return platform === 'darwin'
    ? join(HOME, 'Library', 'Caches', 'pact')
    : join(HOME, '.cache', 'pact');
}

/** Deletes the least recently used files until the rest is within the limit. */
export function shrinkFolder(
  folder: string,
  { largest = maxFolderBytes, now = Date.now() }: { largest?: number; now?: number } = {},
): void {
  const files = filesIn(folder);
  for (const { path, usedMs } of files.filter(({ path }) => path.endsWith(partEnding))) {
    if (now - usedMs > abandonedAfterMs) remove(path);
  }
  const entries = files.filter(({ path }) => !path.endsWith(partEnding));
  let size = entries.reduce((sum, each) => sum + each.size, 0);
  for (const entry of entries.sort((a, b) => a.usedMs - b.usedMs)) {
    if (size <= largest) return;
    remove(entry.path);
    size -= entry.size;
  }
}

type File = { readonly path: string; readonly size: number; readonly usedMs: number };

function filesIn(folder: string): readonly File[] {
  try {
    return readdirSync(folder).flatMap((name) => fileOf(folder, name));
  } catch {
    // The folder was never created.
    return [];
  }
}

function fileOf(folder: string, name: string): File[] {
  if (![entryEnding, codeEnding, partEnding].some((ending) => name.endsWith(ending))) return [];
  const path = join(folder, name);
  try {
    const { size, mtimeMs } = statSync(path);
    return [{ path, size, usedMs: mtimeMs }];
  } catch {
    // Another run has deleted it.
    return [];
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another run has deleted it already.
  }
}

// Reads files of the cache. Their content is trusted: states are shown as output, and V8 runs code unchecked. So a file
// is used only if no other user can have written it, even in a shared folder.

/** Returns `undefined` for a file that is too large, or that another user owns or may write to. Throws if reading fails. */
export function readOwnFile(path: string, largestBytes: number): Buffer | undefined {
  const file = openSync(path, 'r');
  try {
    const { size, uid, mode } = fstatSync(file);
    if (size > largestBytes || !isOwn(uid, mode)) return undefined;
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

const writableByOthers = 0o022;

/** Returns true if only this user can write a file or folder with this owner and mode. */
export function isOwn(uid: number, mode: number): boolean {
  // Windows has neither; there, the folders belong to their user.
  const user = process.getuid?.();
  return user === undefined || (uid === user && (mode & writableByOthers) === 0);
}
