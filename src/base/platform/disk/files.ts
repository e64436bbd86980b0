// Creates folders, and replaces files.

import { mkdirSync, statSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { onDisk } from './path-bytes.ts';

/**
 * Creates a folder and its parents. Node's own `recursive` never returns if a folder refuses new entries by reporting that it
 * does not exist, as /proc does. Does nothing if the folder exists; throws Node's error if something else has its name. `mode` applies to new
 * folders.
 */
export function makeFolder(path: string, mode?: number): void {
  const refused = refusalOf(path, mode);
  if (refused === undefined) return;
  const parent = dirname(path);
  if (refused.code !== 'ENOENT' || parent === path) throw refused;
  makeFolder(parent, mode);
  const refusedAgain = refusalOf(path, mode);
  if (refusedAgain !== undefined) throw refusedAgain;
}

function refusalOf(path: string, mode: number | undefined): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path, { mode });
    return undefined;
  } catch (error) {
    const refused = error as NodeJS.ErrnoException;
    // Creating a root, or a folder on a read-only disk, may fail with another error than that it exists.
    return isFolder(path) ? undefined : refused;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Replaces a file atomically, for files that several processes read and write at the same time. Readers must detect a
 * file that a power failure left incomplete. Readable only by its owner, like its folder if that is new. If it cannot be
 * written, nothing happens.
 */
export function replaceFile(path: string, part: string, content: Uint8Array): void {
  try {
    makeFolder(dirname(path), 0o700);
    writeFileSync(part, content, { mode: 0o600 });
    renameSync(part, path);
  } catch {
    discard(part);
  }
}

/** Deletes the temporary file of a failed replacement, if there is one. */
export function discard(path: string): void {
  try {
    unlinkSync(onDisk(path));
  } catch {
    // It was never created.
  }
}
