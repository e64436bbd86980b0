// Opens a state of the server: in its folder, or in memory.

import { join } from 'node:path';
import { SqlState, type SqlJs } from '../store/index.ts';
import { StoredState } from '../store-file/index.ts';
import type { EvaluationSettings } from './messages.ts';

export type OpenState = { readonly state: SqlState; readonly close: () => void };

export function openState(
  { persistDir, takesOver }: EvaluationSettings,
  sql: SqlJs,
  name: string,
): OpenState {
  const options = { sql, keepsVersions: true };
  if (persistDir === undefined) {
    const state = new SqlState(options);
    return { state, close: () => state.close() };
  }
  // What a loss of power takes from it is made again from the log of commands.
  const own = { takesOver, defersSync: true };
  const stored = StoredState.open(join(persistDir, `${name}.db`), { ...options, ...own });
  return { state: stored.state, close: () => stored.close() };
}
