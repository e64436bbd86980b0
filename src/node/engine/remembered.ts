// How many transactions the chains of a node remember as read and signed, beside those that wait in mempools.

import type { MemoryOfTransactions } from '../../chain/blocks/index.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';

/** Of all chains: one takes some 6 kB, and twice as many may be held, so 50 MB at most. */
const ofAll = { transactions: 4_000, bytes: 16 * 1024 * 1024 } as const;

/** Of each chain. */
export function rememberedOf(network: Network): MemoryOfTransactions {
  const chains = chainsOf(network).length;
  return {
    transactions: Math.ceil(ofAll.transactions / chains),
    bytes: Math.ceil(ofAll.bytes / chains),
  };
}
