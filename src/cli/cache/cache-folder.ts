// Where states of runs and code are kept on disk, and how large that may grow.

import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Bytes of all files together; the least recently used file goes first. */
export const largestFolder = 512 * 1024 * 1024;
/** Bytes of one file: a run that has more to keep stops keeping. */
export const largestEntry = 128 * 1024 * 1024;

/** A file that is written for so long was left behind by a run that was ended. */
const abandonedAfterMs = 3_600_000;

export const entryEnding = '.states';
export const codeEnding = '.code';
export const partEnding = '.part';

/** `undefined` where there is no home to keep anything in. */
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

/** Deletes what was used longest ago until the rest is small enough. */
export function shrinkFolder(
  folder: string,
  { largest = largestFolder, now = Date.now() }: { largest?: number; now?: number } = {},
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
    // Nothing was ever kept.
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
    // Another run was first.
  }
}
