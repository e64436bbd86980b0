// Simulates disk failures: replaces calls of Node's `fs` in this thread while a test runs.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Calls = Pick<
  typeof fs,
  'writeSync' | 'fdatasyncSync' | 'fsyncSync' | 'fdatasync' | 'renameSync' | 'ftruncateSync'
>;

/** Runs `work` with these calls in place of Node's own, which `replaced` receives. */
export async function withDisk<T>(
  replaced: (own: Calls) => Partial<Record<keyof Calls, (...args: never[]) => unknown>>,
  work: () => T | Promise<T>,
): Promise<T> {
  const own: Calls = { ...fs };
  const mine = replaced(own);
  Object.assign(fs, mine);
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    for (const name of Object.keys(mine) as (keyof Calls)[])
      Object.assign(fs, { [name]: own[name] });
    syncBuiltinESMExports();
  }
}

/** Returns the names of the calls of `work` that affect what is on the disk, in order. */
export async function diskCalls(work: () => unknown): Promise<readonly string[]> {
  const made: string[] = [];
  const noted =
    (name: string, call: (...args: never[]) => unknown) =>
    (...args: never[]): unknown => {
      if (made.at(-1) !== name) made.push(name);
      return call(...args);
    };
  await withDisk(
    (own) => ({
      writeSync: noted('write', own.writeSync as never),
      fdatasyncSync: noted('sync', own.fdatasyncSync as never),
      fdatasync: noted('sync', own.fdatasync as never),
      fsyncSync: noted('sync', own.fsyncSync as never),
      renameSync: noted('rename', own.renameSync as never),
    }),
    work,
  );
  return made;
}

/** Returns the error of a full disk: its code and its message. */
export function diskError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: the disk of the test`), { code });
}
