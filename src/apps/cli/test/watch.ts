// Watches the folders of all files that the tests have read, and reports changed files.

import { watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import { identifyFile } from '../files.ts';

/** Milliseconds to wait for further changes: editors write a file in several steps. */
const quietMs = 60;

export class ChangeWatcher {
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly changed = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private wake: (() => void) | undefined;

  /** Also watches the folders of these files. */
  add(files: Iterable<string>): void {
    for (const file of files) {
      const folder = dirname(identifyFile(file));
      if (!this.watchers.has(folder)) this.watchFolder(folder);
    }
  }

  /** Identities of the files that have changed since the last call; waits until there is one. */
  async next(): Promise<ReadonlySet<string>> {
    if (this.changed.size === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    const changed = new Set(this.changed);
    this.changed.clear();
    return changed;
  }

  close(): void {
    clearTimeout(this.timer);
    for (const watcher of this.watchers.values()) watcher.close();
  }

  private watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || !/\.(pact|repl)$/.test(name)) return;
        this.changed.add(identifyFile(join(folder, name)));
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.wake?.(), quietMs);
      });
      // The folder was removed: stop watching it.
      watcher.on('error', () => this.watchers.delete(folder));
      this.watchers.set(folder, watcher);
    } catch {
      // The folder was removed already: the next run will report missing files.
    }
  }
}
