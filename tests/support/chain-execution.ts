// A chain of one database on which transactions are executed: contexts, signed transactions, genesis.

import { toBase64Url } from '../../src/base/base64url.ts';
import {
  allow,
  noSpv,
  type Miner,
  type TransactionContext,
} from '../../src/chain/execute/index.ts';
import { executionRules } from '../../src/chain/rules/execution-rules.ts';
import type { Network } from '../../src/chain/rules/network.ts';
import { development } from '../../src/chain/rules/networks/development.ts';
import { lineInfo, MemoryDatabase, type Database } from '../../src/lang/session/store.ts';

export const genesisSeconds = development.genesis.time / 1_000_000n;

export const miner: Miner = {
  account: 'the-miner',
  predicate: 'keys-all',
  publicKeys: ['f880a433d6e2a13a32b6169030f56245efdd8c1b8a5027e9ce98a88e886bef27'],
};

/** A database as nodes have it. */
export function chainDatabase(): Database {
  return new MemoryDatabase({ info: lineInfo, writeOver: 'merge' });
}

export type Place = {
  readonly network?: Network;
  readonly chain?: number;
  readonly height?: number;
  readonly forkNumber?: number;
};

export function contextAt(
  { network = development, chain = 0, height = 1, forkNumber = 0 }: Place = {},
  own: Partial<TransactionContext> = {},
): TransactionContext {
  return {
    chain,
    height,
    parent: {
      hash: toBase64Url(new Uint8Array(32).fill(height % 256)),
      time: network.genesis.time + BigInt(height - 1) * network.blockDelay,
    },
    genesisTime: network.genesis.time,
    miner,
    rules: executionRules(network, { chain, height, forkNumber }),
    spv: noSpv,
    plugins: new Map([['allow', allow]]),
    depthLimit: 1500,
    ...own,
  };
}
