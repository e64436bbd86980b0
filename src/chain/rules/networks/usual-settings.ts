// The common settings of the known networks.
import type { ChainId } from '../../graph/chain-graph.ts';
import { noMinimumGasPrice } from '../execution/gas.ts';
import type { ExecutionSettings, Upgrade, UpgradeChange } from '../execution/settings.ts';
import { usualTiming } from '../execution/transaction-timing.ts';
import type { ForkPositions } from '../forks.ts';
import { assert } from '../../../base/assert.ts';
import { fromBase64Url } from '../../../base/base64url.ts';
import type { Hash } from '../../model/header.ts';
import type { RosettaNames } from '../network.ts';

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

// Values of genesis blocks that differ by chain.

/** Chains 10 to 19 of older networks joined later, with a different target. */
export function targetsByChain(targets: {
  readonly first: bigint;
  readonly late?: bigint;
}): (chain: ChainId) => bigint {
  return (chain) => (chain >= 10 ? (targets.late ?? targets.first) : targets.first);
}

/** The hashes of chain 0 and up, in base64url; the last one also applies to all further chains. */
export function hashesByChain(texts: readonly string[]): (chain: ChainId) => Hash {
  return (chain) => {
    const hash = fromBase64Url(texts[Math.min(chain, texts.length - 1)] ?? '');
    assert(hash?.length === 32, 'payload hashes of known networks have 32 bytes');
    return hash;
  };
}

// The keysets of the platform, which the community of mainnet01 took over.
// Source: Chainweb/Pact5/TransactionExec.hs (doMigratePlatformShare); delta, section 6.

export const platformShare: UpgradeChange = {
  kind: 'keysets',
  names: [
    ...Array.from({ length: 10 }, (_, i) => `PS_C${i}`),
    'ns-admin-keyset',
    'ns-operate-keyset',
    'kip-ns-admin',
    'marmalade-admin',
    'util-ns-admin',
    'flux-ns-admin',
  ],
  keyset: {
    keys: [
      '09f3981dc8855bc5eea026d266c9f055eae79dc9bfb8a34a6af50dad062be55a',
      '128ad09365148288f27c16ce4ee3aceb524e00717cb253cb9f233bdea59b227e',
      '4a6a31a21c0561a05b0d608bd27e9042e2d6d66eca855c7b5a20d052398257a9',
      'b21b3614b1e36c9b15d74efb4f3acaa846e2d96e81aa1661ae5686c8cbc36e7c',
      'be6918da77866bd20fc2f6581dc9cdacd98372b9c427ac6f9e4f731f7861bca8',
    ],
    predicate: 'user.pred.keys-3',
  },
};

/**
 * What exchanges call the known networks and their coin.
 * Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (defaultCurrency), Chainweb/Rosetta/RestAPI.hs.
 */
export const usualRosettaNames: RosettaNames = {
  blockchain: 'kadena',
  symbol: 'KDA',
  decimals: 12,
};
