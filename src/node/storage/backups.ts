// Backups of a running node: its full block files under another name, its states, and a list of all files with their
// hashes. Full files are never changed, only replaced, so a backup needs no second copy on the same disk.
// Source: interface reference, section 1.10 (make-backup, check-backup).

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { diskFault } from '../../storage/file/index.ts';
import type { StorageFiles } from './files.ts';
import type { NodeStorage } from './node-storage.ts';
import { Segment } from './segment.ts';

export type BackupState = 'backup-in-progress' | 'backup-done' | 'backup-failed';

type BackupsParts = {
  readonly storage: NodeStorage;
  /** The data folder of the node. */
  readonly data: string;
  /** The folder that contains each backup as a folder. */
  readonly folder: string;
  readonly files: StorageFiles;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly onTrouble: (sentence: string) => void;
};

/** The content of the list of a backup. */
type Listed = { readonly name: string; readonly size: number; readonly hash: string };

const listName = 'backup.json';
const statusName = 'status';
/** Bytes that are hashed before other work gets its turn. */
const pieceBytes = 1024 * 1024;
/** No other files are ever taken from a backup. */
const namePattern = /^(\d{6,12}\.(blocks|index)|chain-\d{1,6}\.state)$/;

export class StorageBackups {
  private readonly parts: BackupsParts;
  private running: string | undefined;

  constructor(parts: BackupsParts) {
    this.parts = parts;
  }

  /** Starts a backup, or returns the one in progress: its id is microseconds since 1970, as digits. */
  start({ withPactState }: { readonly withPactState: boolean }): string {
    if (this.running !== undefined) return this.running;
    const id = String(BigInt(Math.floor(this.parts.clock.dateMs() * 1000)));
    this.running = id;
    void this.make(id, withPactState).finally(() => {
      this.running = undefined;
    });
    return id;
  }

  /** Returns `undefined` if there is no such backup. `id`: digits. */
  state(id: string): BackupState | undefined {
    const { files, folder } = this.parts;
    if (!files.list(folder).includes(id)) return undefined;
    const text = readText(files, join(folder, id), statusName);
    if (text === 'backup-done') return 'backup-done';
    // The process ended before the backup was finished.
    return this.running === id ? 'backup-in-progress' : 'backup-failed';
  }

  private async make(id: string, withPactState: boolean): Promise<void> {
    const { folder, files, onTrouble } = this.parts;
    const target = join(folder, id);
    try {
      files.makeFolder(target);
      const names = this.link(target, withPactState);
      const listed: Listed[] = [];
      for (const name of names) listed.push(await this.hashed(target, name));
      const { identity } = this.parts.storage;
      const list = JSON.stringify({ version: 1, identity, files: listed }, undefined, 1);
      await files.replace(join(target, listName), utf8(list));
      await files.replace(join(target, statusName), utf8('backup-done'));
    } catch (error) {
      onTrouble(diskFault('make the backup', target, error).message);
    }
  }

  /** Synchronous, so that states and blocks match. */
  private link(target: string, withPactState: boolean): readonly string[] {
    const { storage, files, data } = this.parts;
    const last = storage.seal().at(-1) ?? 0;
    const names = files
      .list(data)
      .filter((name) => namePattern.test(name))
      .filter((name) => (name.endsWith('.state') ? withPactState : Number.parseInt(name) <= last));
    for (const name of names) files.link(join(data, name), join(target, name));
    // A node that is started on the backup itself writes here, and not into a file of the other node.
    const number = last + 1;
    const next = `${String(number).padStart(6, '0')}.blocks`;
    const file = files.open(join(target, next));
    const path = join(target, next);
    const segment = Segment.begin({ number, path, file }, 'whole');
    segment.syncNow();
    segment.close();
    files.syncFolder(target);
    return [...names, next];
  }

  private async hashed(folder: string, name: string): Promise<Listed> {
    const { files, timer } = this.parts;
    const file = files.open(join(folder, name));
    try {
      const hash = createHash('sha256');
      const size = file.size();
      for (let at = 0; at < size; at += pieceBytes) {
        hash.update(file.read(at, Math.min(pieceBytes, size - at)));
        await new Promise<void>((resolve) => timer.soon(resolve));
      }
      return { name, size, hash: hash.digest('hex') };
    } finally {
      file.close();
    }
  }
}

export type Restored = {
  readonly identity: string;
  readonly files: number;
  readonly bytes: number;
};

/** Checks a backup and copies it to a folder without blocks. A fault is a sentence. */
export async function restoreBackup(
  from: string,
  to: string,
  files: StorageFiles,
): Promise<Result<Restored, string>> {
  if (!files.list(from).includes(listName)) {
    const isBegun = files.list(from).includes(statusName) || files.list(from).length > 0;
    return bad(
      isBegun
        ? `${from} is not a finished backup: it has no ${listName}`
        : `there is no backup ${from}`,
    );
  }
  const list = readList(readText(files, from, listName) ?? '');
  if (list === undefined) return bad(`${join(from, listName)} is not a list of backup files`);
  if (files.list(to).some((name) => namePattern.test(name))) {
    return bad(`${to} already contains blocks: name an empty folder`);
  }
  files.makeFolder(to);
  let bytes = 0;
  for (const { name, size, hash } of list.files) {
    const content = files.list(from).includes(name)
      ? readWhole(files, join(from, name))
      : undefined;
    const found = content && createHash('sha256').update(content).digest('hex');
    if (content?.length !== size || found !== hash) {
      return bad(`${join(from, name)} has changed since the backup was made; use another backup`);
    }
    // Blocks come last: until the first of them exists, the folder is that of a new node.
    bytes += size;
    await files.replace(join(to, name), content);
  }
  return good({ identity: list.identity, files: list.files.length, bytes });
}

type BackupList = { readonly identity: string; readonly files: readonly Listed[] };

function readList(text: string): BackupList | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const { identity, files } = read as Partial<Record<keyof BackupList, unknown>>;
  if (!Array.isArray(files)) return undefined;
  const listed = files.flatMap((each: unknown): readonly Listed[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { name, size, hash } = each as Partial<Record<keyof Listed, unknown>>;
    if (typeof name !== 'string' || !namePattern.test(name)) return [];
    return typeof size === 'number' && typeof hash === 'string' ? [{ name, size, hash }] : [];
  });
  if (listed.length !== files.length) return undefined;
  return { identity: typeof identity === 'string' ? identity : '', files: listed };
}

function readWhole(files: StorageFiles, path: string): Uint8Array {
  const file = files.open(path);
  try {
    return file.read(0, file.size());
  } finally {
    file.close();
  }
}

function readText(files: StorageFiles, folder: string, name: string): string | undefined {
  if (!files.list(folder).includes(name)) return undefined;
  return decodeUtf8(readWhole(files, join(folder, name)));
}
