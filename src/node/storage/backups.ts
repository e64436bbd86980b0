// Backups of a running node: a copy of its file without unused space, and a list with its hash. The copy is made while
// the node goes on; it holds all blocks, states and notes of one moment.
// Source: interface reference, section 1.10 (make-backup, check-backup).

import { existsSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../base/platform/disk/files.ts';
import type { Clock } from '../../base/ports/time.ts';
import { diskFault, ownerOnly, syncFolder } from '../../storage/file/index.ts';
import { type BackupList, fileName, hashOf, listName, statusName, textOf } from './backup-files.ts';
import type { NodeStorage } from './node-storage.ts';

export type BackupState = 'backup-in-progress' | 'backup-done' | 'backup-failed';

type BackupsParts = {
  readonly storage: Pick<NodeStorage, 'environment' | 'identity'>;
  /** The folder that contains each backup as a folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly onTrouble: (sentence: string) => void;
};

export class StorageBackups {
  private readonly parts: BackupsParts;
  private running: string | undefined;

  constructor(parts: BackupsParts) {
    this.parts = parts;
  }

  /** Starts a backup, or returns the one in progress: its id is microseconds since 1970, as digits. */
  start(): string {
    if (this.running !== undefined) return this.running;
    const id = String(BigInt(Math.floor(this.parts.clock.dateMs() * 1000)));
    this.running = id;
    void this.make(id).finally(() => {
      this.running = undefined;
    });
    return id;
  }

  /** Returns `undefined` if there is no such backup. `id`: digits. */
  state(id: string): BackupState | undefined {
    const path = join(this.parts.folder, id);
    if (!existsSync(path)) return undefined;
    if (textOf(join(path, statusName)) === 'backup-done') return 'backup-done';
    // The process ended before the backup was finished.
    return this.running === id ? 'backup-in-progress' : 'backup-failed';
  }

  private async make(id: string): Promise<void> {
    const { folder, storage, onTrouble } = this.parts;
    const target = join(folder, id);
    try {
      makeFolder(target, 0o700);
      const path = join(target, fileName);
      await storage.environment.copyTo(path);
      const { size } = statSync(path);
      const list: BackupList = {
        identity: storage.identity ?? '',
        size,
        hash: await hashOf(path),
      };
      await writeDurably(join(target, listName), JSON.stringify({ version: 2, ...list }));
      await writeDurably(join(target, statusName), 'backup-done');
    } catch (error) {
      onTrouble(diskFault('make the backup', target, error).message);
    }
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', ownerOnly);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  syncFolder(dirname(path));
}
