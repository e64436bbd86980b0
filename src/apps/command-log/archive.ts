// The port for the archive: results of commands whose records are no longer in the journal.

import type { Hash } from '../../lang/session/run.ts';

export type Archived = { readonly requestKey: Hash; readonly text: string };

export interface Archive {
  /** Returns the text of a result; empty for a command that was only stored. */
  find(requestKey: Hash): string | undefined;
  /** Adds results durably; of two with the same key, the last counts. */
  add(results: readonly Archived[]): void;
}

/** For logs whose journal keeps everything. */
export const noArchive: Archive = {
  find: () => undefined,
  add: () => undefined,
};
