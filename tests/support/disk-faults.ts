// A disk that fails: calls of Node's `fs` are replaced for the time of a test, in this thread.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Calls = Pick<
  typeof fs,
  'writeSync' | 'fdatasyncSync' | 'fsyncSync' | 'fdatasync' | 'renameSync' | 'ftruncateSync'
>;

/** Runs `work` with these calls in place of Node's own, which they are handed. */
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

/** The names of calls that `work` makes, of those that decide what is on the disk, in order. */
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

/** What a full disk answers: the code of the error, and its text. */
export function diskError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: the disk of the test`), { code });
}
