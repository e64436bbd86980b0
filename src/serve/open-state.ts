// Opens a state of the server: in its folder, or in memory.

import { join } from 'node:path';
import { SqlState, type SqlJs } from '../store/index.ts';
import { StoredState } from '../store-file/index.ts';
import type { EvaluationSettings } from './messages.ts';

export type OpenState = {
  readonly state: SqlState;
  /** What was committed stays from now on, whatever happens; of a state in memory nothing does. */
  readonly sync: () => void;
  readonly close: () => void;
};

export function openState(
  { persistDir, takesOver }: EvaluationSettings,
  sql: SqlJs,
  name: string,
): OpenState {
  const options = { sql, writeOver: 'merge', keepsVersions: true } as const;
  if (persistDir === undefined) {
    const state = new SqlState(options);
    return { state, sync: () => undefined, close: () => state.close() };
  }
  // What a loss of power takes from it is made again from the log of commands, which keeps what is not
  // synced.
  // Sealed commands leave their decrypted rows in it.
  const own = { takesOver, defersSync: true, isPrivate: true };
  const stored = StoredState.open(join(persistDir, `${name}.db`), { ...options, ...own });
  return { state: stored.state, sync: () => stored.sync(), close: () => stored.close() };
}
