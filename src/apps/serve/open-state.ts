// Opens a state of the server, in its folder or in memory.

import { join } from 'node:path';
import { SqlState, type SqlJs } from '../../storage/entries/index.ts';
import { StoredState } from '../../storage/file/index.ts';
import type { EvaluationSettings } from './messages.ts';

export type OpenState = {
  readonly state: SqlState;
  /** Makes everything that is committed durable. Does nothing for a state in memory. */
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
  // Changes lost in a power failure are rebuilt from the command log, which keeps commands until they are
  // synced here.
  // It holds decrypted rows of sealed commands.
  const own = { takesOver, defersSync: true, isPrivate: true };
  const stored = StoredState.open(join(persistDir, `${name}.db`), { ...options, ...own });
  return { state: stored.state, sync: () => stored.sync(), close: () => stored.close() };
}
