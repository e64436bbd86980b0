// The mempool of a node that executes nothing: it takes and has nothing.

import type { Pool } from '../../p2p/ledger.ts';

export const emptyPool: Pool = {
  pending: () => Promise.resolve({ keys: [], mark: { nonce: 0n, mark: 0 } }),
  member: (keys) => Promise.resolve(keys.map(() => false)),
  lookup: (keys) => Promise.resolve(keys.map(() => undefined)),
  onArrival: () => () => undefined,
  insert: (commands) => Promise.resolve(commands.map(() => 'refused')),
  wants: (keys) => Promise.resolve(keys.map(() => false)),
};
