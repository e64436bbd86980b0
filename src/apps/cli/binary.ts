// The start of the single executable. Threads, documents and templates need files, so it writes this package into the
// cache folder of the user when it first runs, and runs the command from there.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheFolder, isOwn } from './cache/cache-folder.ts';

/** Set by build/binary.mjs: a hash of the files, and their paths. */
declare const PACT_BINARY_ID: string;
declare const PACT_BINARY_FILES: readonly string[];

const folder = keptFolder() ?? folderOfThisRun();
createRequire(join(folder, 'dist', 'cli.js'))('./cli.js');

/** Returns `undefined` if there is no such folder that only this user can write. */
function keptFolder(): string | undefined {
  const parent = cacheFolder();
  if (parent === undefined) return undefined;
  const kept = join(parent, `program-${PACT_BINARY_ID}`);
  try {
    if (!existsSync(kept)) unpackTo(kept, parent);
    const { uid, mode } = statSync(kept);
    return isOwn(uid, mode) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Other runs may do the same: the folder appears with all its files. */
function unpackTo(kept: string, parent: string): void {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const part = mkdtempSync(`${kept}-`);
  try {
    unpack(part);
    renameSync(part, kept);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
}

function folderOfThisRun(): string {
  const made = mkdtempSync(join(tmpdir(), 'pact-'));
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  unpack(made);
  return made;
}

function unpack(target: string): void {
  const { getAsset } = process.getBuiltinModule('node:sea');
  for (const path of PACT_BINARY_FILES) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, new Uint8Array(getAsset(path)));
  }
}
