// Small files that only their owner reads, replaced as a whole: after a power failure there is the old content or the new one.

import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../base/platform/disk/files.ts';
import { bad, good, type Result } from '../../base/result.ts';

/** A fault is the reason in a few words. */
export async function replaceKeptFile(
  path: string,
  content: string,
): Promise<Result<undefined, string>> {
  const part = `${path}.new`;
  try {
    makeFolder(dirname(path), 0o700);
    const file = await open(part, 'w', 0o600);
    try {
      // A part that an earlier attempt left may have other permissions.
      await file.chmod(0o600);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
    await syncFolder(dirname(path));
    return good(undefined);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    return bad(reasonOf(error));
  }
}

/** Windows has no such call and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns `undefined` if there is no such file. A fault is the reason in a few words. */
export async function readKeptFile(
  path: string,
  maxBytes: number,
): Promise<Result<string | undefined, string>> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) return bad(`it has more than ${maxBytes} bytes`);
    return good(await readFile(path, 'utf8'));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing ? good(undefined) : bad(reasonOf(error));
  }
}

/** Drops the call and the path from the text of a system error: the sentence around it names the path. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^[A-Z]+: /, '').replace(/, [a-z]+( '.*)?$/, '');
}
