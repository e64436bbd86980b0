// The common settings of the known networks.

import type { ChainId } from '../../graph/chain-graph.ts';
import { noMinimumGasPrice } from '../execution/gas-price.ts';
import type { ExecutionSettings, Upgrade } from '../execution/settings.ts';
import { usualTiming } from '../execution/transaction-timing.ts';
import type { ForkPositions } from '../forks.ts';

export const usualSettings = {
  gasReleases: [],
  timing: usualTiming,
  minimumGasPrice: noMinimumGasPrice,
  rewards: 'main',
  coinbase: { capabilities: [{ name: 'coin.COINBASE', arguments: [] }], showsChain: false },
  upgrades: [],
  gasQuirks: [],
} as const satisfies Partial<ExecutionSettings>;

/** The gas limit of a block, since blocks have had one. */
export const usualBlockGasLimit = 180_000n;

/** The upgrades of the coin contract that older networks share; their transactions are Pact 4. */
export function coinUpgrades(forks: ForkPositions): readonly Upgrade[] {
  return [
    pact4Upgrade('coin-v3', forks.pact4Coin3, { isEarly: true }),
    pact4Upgrade('coin-v4', forks.chainweb214Pact, { isEarly: true }),
    pact4Upgrade('coin-v5', forks.chainweb215Pact, { isEarly: true }),
    pact4Upgrade('coin-v6', forks.chainweb223Pact),
  ];
}

export function pact4Upgrade(
  name: string,
  at: Upgrade['at'],
  more: { readonly isEarly?: boolean; readonly chains?: readonly ChainId[] } = {},
): Upgrade {
  return {
    chains: more.chains,
    at,
    change: { kind: 'pact-4', name, isEarly: more.isEarly ?? false },
  };
}

export const firstTenChains: readonly ChainId[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Each of the first ten chains of mainnet01 had its own transactions for coin v2; testnet04 ran the same. */
export function coinV2Upgrades(forks: ForkPositions): readonly Upgrade[] {
  return firstTenChains.map((chain) =>
    pact4Upgrade(`coin-v2-mainnet-${chain}`, forks.coinV2, { chains: [chain] }),
  );
}
