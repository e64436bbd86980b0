// How many transactions are cached as read and verified by the chains of a node, besides those in mempools.

import type { MemoryOfTransactions } from '../../chain/blocks/index.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';

/** Of all chains: each takes about 6 kB, and twice this number may be held, so at most 50 MB. */
const ofAll = { transactions: 4_000, bytes: 16 * 1024 * 1024 } as const;

/** Of each chain. */
export function rememberedOf(network: Network): MemoryOfTransactions {
  const chains = chainsOf(network).length;
  return {
    transactions: Math.ceil(ofAll.transactions / chains),
    bytes: Math.ceil(ofAll.bytes / chains),
  };
}
