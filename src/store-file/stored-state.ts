// State that outlives its process. sql.js holds it in memory; the file has a snapshot and, behind
// it, every change since, each on the disk before anybody is told that it stays.

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  changeBytes,
  readChange,
  SqlState,
  StoreFault,
  type SqlStateOptions,
} from '../store/index.ts';
import { lock } from './lock.ts';
import { StateFile, type FileContent, type StateFileOptions } from './state-file.ts';

export type StoredStateOptions = Omit<SqlStateOptions, 'record' | 'image'> &
  StateFileOptions & {
    /** The file may still be locked by a thread of this process that has ended. */
    readonly takesOver?: boolean;
    /**
     * Commits survive the process at once, and a loss of power only later: for whoever can make them
     * again.
     */
    readonly defersSync?: boolean;
  };

export class StoredState {
  readonly state: SqlState;
  private readonly file: StateFile;
  private readonly release: () => void;
  private readonly defersSync: boolean;

  private constructor(
    state: SqlState,
    file: StateFile,
    own: { readonly release: () => void; readonly defersSync: boolean },
  ) {
    this.state = state;
    this.file = file;
    this.release = own.release;
    this.defersSync = own.defersSync;
  }

  /** The file is made where there is none. */
  static open(path: string, options: StoredStateOptions): StoredState {
    const target = realPath(path);
    const release = lock(target, options);
    try {
      const { file, content } = StateFile.open(target, options);
      let opened: StoredState | undefined = undefined;
      const state = restored(content, path, {
        ...options,
        record: (change, isCommit) => opened?.record(changeBytes(change), isCommit),
      });
      opened = new StoredState(state, file, {
        release,
        defersSync: options.defersSync ?? false,
      });
      if (content.snapshot === undefined) file.replace(state.image());
      return opened;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Everything that was committed stays from now on, whatever happens. */
  sync(): void {
    this.file.sync();
  }

  /** After this nothing may be asked of the state. What was committed stays without it, too. */
  close(): void {
    try {
      this.state.database.rollback();
      if (this.file.isDueForSnapshot) this.file.replace(this.state.image());
      else this.file.sync();
      this.file.close();
      this.state.close();
    } finally {
      this.release();
    }
  }

  private record(change: Uint8Array, isCommit: boolean): void {
    // Before the change, since the state does not have it yet.
    if (this.file.isDueForSnapshot) this.file.replace(this.state.image());
    this.file.append(change, isCommit && !this.defersSync);
  }
}

function restored(content: FileContent, path: string, options: SqlStateOptions): SqlState {
  const state = new SqlState({ ...options, image: content.snapshot });
  for (const bytes of content.changes) {
    const change = readChange(bytes);
    if (change === undefined) {
      throw new StoreFault('damaged', `cannot open ${path}: a change in it cannot be read`);
    }
    state.apply(change);
  }
  return state;
}

/** Of the file itself, since a snapshot takes the place of what the path names. */
function realPath(path: string): string {
  for (const each of [path, dirname(path)]) {
    try {
      const real = realpathSync(each);
      return each === path ? real : join(real, basename(path));
    } catch {
      // It may not be there yet, and then its folder is asked for.
    }
  }
  return path;
}
