// The files of a backup, and how it is checked and restored. A command does that without the rest of a node.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../base/platform/disk/files.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { diskFault, isSystemError, syncFolder } from '../../storage/file/index.ts';

/** The name of the file of a node, in its folder and in a backup. */
export const fileName = 'node.mdb';

/** The content of the list of a backup. */
export type BackupList = {
  readonly identity: string;
  readonly size: number;
  readonly hash: string;
};

export const listName = 'backup.json';
export const statusName = 'status';

export type Restored = { readonly identity: string; readonly bytes: number };

/** Checks a backup and copies it to a folder without blocks. A fault is a sentence. */
export async function restoreBackup(from: string, to: string): Promise<Result<Restored, string>> {
  try {
    return await restore(from, to);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return bad(diskFault('restore to', to, error).message);
  }
}

async function restore(from: string, to: string): Promise<Result<Restored, string>> {
  const text = textOf(join(from, listName));
  if (text === undefined) {
    const isBegun = existsSync(from) && readdirSync(from).length > 0;
    return bad(
      isBegun
        ? `${from} is not a finished backup: it has no ${listName}`
        : `there is no backup ${from}`,
    );
  }
  const list = readList(text);
  if (list === undefined) return bad(`${join(from, listName)} is not the list of a backup`);
  const source = join(from, fileName);
  const target = join(to, fileName);
  if (existsSync(target)) return bad(`${to} already contains blocks: name an empty folder`);
  if (!existsSync(source) || (await hashOf(source)) !== list.hash) {
    return bad(`${source} has changed since the backup was made; use another backup`);
  }
  makeFolder(to, 0o700);
  // Until it has its name, the folder is that of a new node.
  const part = `${target}.new`;
  await copyFile(source, part);
  await syncFile(part);
  await rename(part, target);
  syncFolder(to);
  return good({ identity: list.identity, bytes: list.size });
}

function readList(text: string): BackupList | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const { identity, size, hash } = read as Partial<Record<keyof BackupList, unknown>>;
  if (typeof identity !== 'string' || typeof size !== 'number') return undefined;
  return typeof hash === 'string' ? { identity, size, hash } : undefined;
}

/** SHA-256 in hexadecimal; the file is read in pieces, between which other work has its turn. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

export function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
