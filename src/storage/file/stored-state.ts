// State that outlives its process. sql.js holds it in memory; the file has a snapshot followed by every change since, each
// written to the disk before it is acknowledged.

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  changeBytes,
  readChange,
  SqlState,
  StoreFault,
  type SqlStateOptions,
} from '../entries/index.ts';
import { lock } from './lock.ts';
import { StateFile, type FileContent, type StateFileOptions } from './state-file.ts';

export type StoredStateOptions = Omit<SqlStateOptions, 'record' | 'image'> &
  StateFileOptions & {
    /** Whether a thread of this process that has ended may have left a lock. */
    readonly takesOver?: boolean;
    /**
     * Whether commits survive the end of the process at once, but a power failure only after `sync`: for callers that can
     * repeat them.
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

  /** Opens the file, creating it if missing. */
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

  /** Makes everything committed so far durable. */
  sync(): void {
    this.file.sync();
  }

  /** Closes the file; the state must not be used afterwards. Committed changes are kept even without this call. */
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
    // Before the change, because the state does not include it yet.
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

/** Returns the path of the file itself, since a snapshot replaces the file at the path. */
function realPath(path: string): string {
  for (const each of [path, dirname(path)]) {
    try {
      const real = realpathSync(each);
      return each === path ? real : join(real, basename(path));
    } catch {
      // The file may not exist yet; then resolve its folder.
    }
  }
  return path;
}
