// A storage's disk that fails at a call chosen by the test: with a system error, or as a process that ends there and may
// lose all writes that were not synced.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemFiles, type StorageFile, type StorageFiles } from '../../src/node/storage/files.ts';

/** Thrown at the end of the simulated process: what the process does afterwards has no effect. */
export class Ended extends Error {
  override readonly name = 'Ended';
  /** The code is irrelevant: the process is dead. */
  readonly code = 'EIO';
}

export type FaultyOptions = {
  /** The number of the call that fails, from 1; `undefined`: none. */
  readonly failAt?: number | undefined;
  /** A system error code such as ENOSPC; if absent, the process ends. */
  readonly code?: string;
  /** The calls that count. */
  readonly calls?: readonly ('write' | 'sync' | 'replace' | 'rename')[];
};

export class FaultyFiles implements StorageFiles {
  /** How many of these calls were made. */
  count = 0;
  hasEnded = false;
  private readonly options: FaultyOptions;
  /** The synced contents of every file. */
  private readonly durable = new Map<string, Buffer>();

  constructor(options: FaultyOptions = {}) {
    this.options = options;
  }

  lock(): () => void {
    return () => undefined;
  }

  open(path: string): StorageFile {
    this.enforceRunning();
    const file = systemFiles.open(path);
    if (!this.durable.has(path)) this.durable.set(path, readFileSync(path));
    const keep = (): void => void this.durable.set(path, readFileSync(path));
    return {
      ...file,
      write: (bytes, at) => {
        this.call('write');
        file.write(bytes, at);
      },
      truncate: (size) => {
        this.enforceRunning();
        file.truncate(size);
      },
      sync: async () => {
        this.call('sync');
        await file.sync();
        keep();
      },
      syncNow: () => {
        this.call('sync');
        file.syncNow();
        keep();
      },
    };
  }

  list(folder: string): readonly string[] {
    return systemFiles.list(folder);
  }

  makeFolder(path: string): void {
    systemFiles.makeFolder(path);
  }

  async replace(path: string, bytes: Uint8Array): Promise<void> {
    this.call('replace');
    await Promise.resolve();
    this.enforceRunning();
    writeFileSync(path, bytes);
    this.durable.set(path, Buffer.from(bytes));
  }

  rename(from: string, to: string): void {
    this.call('rename');
    systemFiles.rename(from, to);
    this.durable.set(to, readFileSync(to));
    this.durable.delete(from);
  }

  remove(path: string): void {
    this.enforceRunning();
    systemFiles.remove(path);
  }

  link(from: string, to: string): void {
    this.enforceRunning();
    copyFileSync(from, to);
  }

  syncFolder(): void {
    this.enforceRunning();
  }

  /** Writes the folder as a machine without power may have left it: without anything that was not synced. */
  leaveBehind(folder: string, target: string): void {
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const content = this.durable.get(path);
      if (content !== undefined && existsSync(path))
        writeFileSync(join(target, basename(path)), content);
    }
    mkdirSync(dirname(target), { recursive: true });
  }

  private call(kind: NonNullable<FaultyOptions['calls']>[number]): void {
    this.enforceRunning();
    const { failAt, code, calls } = this.options;
    if (calls !== undefined && !calls.includes(kind)) return;
    this.count++;
    if (this.count !== failAt) return;
    if (code !== undefined) throw Object.assign(new Error(`${code}: in a test`), { code });
    this.hasEnded = true;
    throw new Ended('the process ends here');
  }

  private enforceRunning(): void {
    if (this.hasEnded) throw new Ended('the process has ended');
  }
}
