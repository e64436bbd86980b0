// The environment of a process whose disk fails, or which is killed at a call to the disk: see `faulty-disk.c`.
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, passingFolder } from './support.mjs';

let library;

/**
 * Returns variables for a program whose files are in `folder`, which must exist. `calls`: `sync` or `write`; `does`:
 * `end-before`, `end-after`, `EIO`, `ENOSPC` or `short`; `countTo`: a file that gets the number of calls.
 */
export function faultyDisk(folder, { calls, at, does, lasts = false, countTo }) {
  library ??= compiled();
  return {
    LD_PRELOAD: library,
    PACT_DISK_FOLDER: realpathSync(folder),
    PACT_DISK_CALLS: calls,
    ...(at !== undefined && { PACT_DISK_AT: String(at), PACT_DISK_DO: does }),
    ...(lasts && { PACT_DISK_LASTS: '1' }),
    ...(countTo !== undefined && { PACT_DISK_COUNT: countTo }),
  };
}

/** Returns the number that a program with `countTo` wrote. */
export function callsCounted(path) {
  try {
    return Number(readFileSync(path, 'latin1'));
  } catch {
    return 0;
  }
}

/** Whether this machine can compile it. */
export const hasFaultyDisk =
  process.platform === 'linux' && spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;

function compiled() {
  if (!hasFaultyDisk) fail('this needs Linux and a C compiler (cc)');
  const path = join(passingFolder(), 'faulty-disk.so');
  const source = fileURLToPath(new URL('faulty-disk.c', import.meta.url));
  const words = ['-shared', '-fPIC', '-O1', '-Wall', '-o', path, source, '-ldl'];
  const { status, stderr } = spawnSync('cc', words, { encoding: 'utf8' });
  if (status !== 0) fail(`faulty-disk.c cannot be compiled: ${stderr}`);
  return path;
}
