// Results of commands whose records are no longer in the journal. What keeps them is handed in.

import type { Hash } from '../lang/session/run.ts';

export type Archived = { readonly requestKey: Hash; readonly text: string };

export interface Archive {
  /** The text of a result; empty of a command that was only kept. */
  find(requestKey: Hash): string | undefined;
  /** They stay whatever happens, once this returns; of two with one key the last counts. */
  add(results: readonly Archived[]): void;
}

/** For logs whose journal keeps all. */
export const noArchive: Archive = {
  find: () => undefined,
  add: () => undefined,
};
