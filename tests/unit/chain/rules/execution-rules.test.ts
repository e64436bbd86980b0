import { expect, test } from 'vitest';
import { executionRules } from '../../../../src/chain/rules/execution-rules.ts';
import { initialGasModels } from '../../../../src/chain/rules/execution/gas.ts';
import {
  guardHolds,
  valueAt,
  atForkNumber,
  atGenesis,
  atHeight,
  never,
} from '../../../../src/chain/rules/forks.ts';
import type { Network } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import { knownNetworks } from '../../../../src/chain/rules/networks/index.ts';
import { mainnet01 } from '../../../../src/chain/rules/networks/mainnet01.ts';
import { testnet04 } from '../../../../src/chain/rules/networks/testnet04.ts';
import { testnet06 } from '../../../../src/chain/rules/networks/testnet06.ts';

const rulesAt = (network: Network, height: number, forkNumber = 0, chain = 0) =>
  executionRules(network, { chain, height, forkNumber });

const users = ['DisableRuntimeRTC', 'EnforceKeyFormats', 'RequireKeysetNs'];
const of53 = ['DisablePact52', 'DisablePact53', 'DisableReentrancyCheck'];

const sorted = (flags: Iterable<string>) => [...flags].sort();

test.each([
  ['before 5.1', 5_659_279, 0, ['DisablePact51', ...of53, 'DisablePact54', 'DisablePact54Fix']],
  ['at 5.1', 5_659_280, 0, [...of53, 'DisablePact54', 'DisablePact54Fix']],
  ['before 5.3', 6_027_615, 0, [...of53, 'DisablePact54', 'DisablePact54Fix']],
  ['at 5.3', 6_027_616, 0, ['DisablePact54', 'DisablePact54Fix']],
  ['at 5.4', 6_269_344, 0, ['DisablePact54Fix']],
  ['at 5.4.1', 6_600_000, 1, []],
])('flags of mainnet01 %s', (_, height, forkNumber, disabled) => {
  const { flags } = rulesAt(mainnet01, height, forkNumber);
  const all = [...users, ...disabled];
  expect(sorted(flags.transaction)).toEqual(sorted([...all, 'DisableHistoryInTransactionalMode']));
  expect(sorted(flags.local)).toEqual(sorted([...all, 'AllowReadInLocal']));
  const systemFlags = disabled.filter((flag) => of53.includes(flag));
  expect(sorted(flags.system)).toEqual(sorted(['DisableRuntimeRTC', ...systemFlags]));
  const ofGenesis = disabled.filter((flag) => of53.includes(flag) || flag === 'DisablePact54');
  expect(sorted(flags.genesis)).toEqual(sorted(['DisableRuntimeRTC', ...ofGenesis]));
});

test.each([
  [mainnet01, 5_555_697, 0, false, '5.0'],
  [mainnet01, 5_555_698, 0, true, '5.0'],
  [mainnet01, 5_659_280, 0, true, '5.1'],
  [mainnet01, 6_027_616, 0, true, '5.3'],
  [mainnet01, 6_269_344, 0, true, '5.4'],
  [mainnet01, 6_600_000, 1, true, '5.4.1'],
  [testnet04, 9_000_000, 0, true, '5.4'],
  [testnet06, 639, 0, false, '5.0'],
  [testnet06, 700, 1, true, '5.4.1'],
  [development, 1, 0, true, '5.4.1'],
])('the release at %#', (network, height, forkNumber, isPact5, release) => {
  const rules = rulesAt(network, height, forkNumber);
  expect([rules.isPact5, rules.release, rules.gasRelease]).toEqual([isPact5, release, release]);
});

test.each([
  [mainnet01, 2_988_324, 0, undefined],
  [mainnet01, 2_988_325, 0, 180_000n],
  [mainnet01, 7_000_000, 1, 180_000n],
  [testnet04, 2_516_739, 0, undefined],
  [testnet04, 2_516_740, 0, 180_000n],
  [testnet06, 1, 0, 180_000n],
  [development, 1, 0, undefined],
])('block gas limit at height %#', (network, height, forkNumber, limit) => {
  expect(rulesAt(network, height, forkNumber).blockGasLimit).toBe(limit);
});

test.each([
  // The parent's height counts, which is lower by one.
  [mainnet01, 6_269_345, 0, undefined],
  [mainnet01, 6_269_346, 0, 20_000],
  [mainnet01, 6_510_743, 0, 20_000],
  [mainnet01, 6_510_744, 0, undefined],
  [mainnet01, 6_510_744, 1, 525_600],
  [testnet04, 5_783_986, 0, undefined],
  [testnet04, 5_783_987, 0, 20_000],
  [testnet06, 800, 1, undefined],
])('window of proofs at height %#', (network, height, forkNumber, window) => {
  expect(rulesAt(network, height, forkNumber).spv.window).toBe(window);
});

test('the message for a refused proof and the initial gas depend on the parent, the rest on the block', () => {
  expect(rulesAt(mainnet01, 6_269_344).spv.mentionsBounds).toBe(false);
  expect(rulesAt(mainnet01, 6_269_345).spv.mentionsBounds).toBe(true);
  expect(rulesAt(mainnet01, 6_269_344).flags.system).not.toContain('DisablePact53');
  const { payload, proofs, signatures } = initialGasModels;
  expect(rulesAt(mainnet01, 6_510_743)).toMatchObject({
    initialGas: payload,
    localInitialGas: proofs,
  });
  expect(rulesAt(mainnet01, 6_510_744)).toMatchObject({
    initialGas: proofs,
    localInitialGas: proofs,
  });
  expect(rulesAt(mainnet01, 6_600_000, 1).initialGas).toBe(signatures);
  expect(rulesAt(testnet04, 9_000_000).initialGas).toBe(proofs);
  expect(rulesAt(testnet06, 1).initialGas).toBe(proofs);
  expect(rulesAt(development, 1).initialGas).toBe(signatures);
  const position = { chain: 0, height: 6_510_744, parentHeight: 6_510_742, forkNumber: 0 };
  expect(executionRules(mainnet01, position).initialGas).toBe(payload);
});

test('verifiers, gas purchase and timing', () => {
  expect(rulesAt(mainnet01, 4_577_529).verifiers).toEqual([]);
  expect(rulesAt(mainnet01, 4_577_530).verifiers).toEqual(['hyperlane_v3_message']);
  expect(rulesAt(development, 1).verifiers).toEqual([
    'allow',
    'hyperlane_v3_message',
    'signed_list',
  ]);
  expect(rulesAt(mainnet01, 4_819_245).gasPurchase).toBe('fund-tx');
  expect(rulesAt(mainnet01, 4_819_246).gasPurchase).toBe('buy-gas');
  expect(rulesAt(mainnet01, 449_939).timing).toBeUndefined();
  expect(rulesAt(mainnet01, 449_940).timing).toEqual({
    mostAheadSeconds: 95n,
    longestLifeSeconds: 172_800n,
  });
  expect(rulesAt(mainnet01, 2_349_799).checksTransactionHash).toBe(false);
  expect(rulesAt(mainnet01, 2_349_800).checksTransactionHash).toBe(true);
  expect(rulesAt(mainnet01, 1).coinbase).toEqual({
    capabilities: [{ name: 'coin.COINBASE', arguments: [] }],
    showsChain: false,
  });
});

const upgradeNames = (network: Network, height: number, chain = 0) =>
  rulesAt(network, height, 0, chain).upgrades.map((each) =>
    each.kind === 'pact-4' ? `${each.name}${each.isEarly ? ', early' : ''}` : each.kind,
  );

test.each([
  [mainnet01, 140_808, 0, ['coin-v2-mainnet-0']],
  [mainnet01, 140_808, 1, []],
  [mainnet01, 140_809, 1, ['coin-v2-mainnet-1']],
  [mainnet01, 852_054, 0, ['mainnet-20-chains']],
  [mainnet01, 852_054, 1, []],
  [mainnet01, 1_722_500, 19, ['coin-v3, early']],
  [mainnet01, 1_722_501, 19, []],
  [mainnet01, 2_605_663, 0, ['coin-v4, early']],
  [mainnet01, 2_766_630, 0, ['coin-v5, early']],
  [mainnet01, 4_577_530, 0, ['coin-v6']],
  [mainnet01, 6_335_857, 0, []],
  [mainnet01, 6_335_858, 7, ['keysets']],
  [mainnet01, 6_335_859, 0, []],
  [testnet04, 332_604, 0, ['mainnet-20-chains']],
  [testnet04, 337_000, 12, []],
  [testnet06, 3, 0, ['coin-v2']],
  [testnet06, 4, 0, []],
  [testnet06, 4, 19, ['coin-v2']],
  [testnet06, 600, 0, ['coin-v6']],
  [development, 0, 0, []],
])('upgrades %#', (network, height, chain, names) => {
  expect(upgradeNames(network, height, chain)).toEqual(names);
});

test('keysets are not reset if a network has its own transactions at that height', () => {
  const transactions = [Uint8Array.of(1)];
  const own = { kind: 'transactions', transactions } as const;
  const upgrades = [
    ...mainnet01.execution.upgrades,
    { chains: undefined, at: atHeight(6_335_858), change: own },
  ];
  const network = { ...mainnet01, execution: { ...mainnet01.execution, upgrades } };
  expect(rulesAt(network, 6_335_858).upgrades).toEqual([own]);
});

test.each([
  [mainnet01, 0, 4_585_419, 67_618n],
  [mainnet01, 0, 4_585_422, 67_754n],
  [mainnet01, 9, 4_594_066, 67_777n],
  [mainnet01, 9, 4_594_049, 69_092n],
  [mainnet01, 19, 4_594_050, 69_092n],
  [mainnet01, 1, 4_594_049, undefined],
  [testnet04, 1, 4_104_500, 66_239n],
  [testnet04, 2, 4_108_311, 65_130n],
])('gas that a network agreed on %#', (network, chain, height, gas) => {
  expect(rulesAt(network, height, 0, chain).gasOverrides.get(0)).toBe(gas);
});

test('mainnet01 has fourteen such transactions', () => {
  expect(mainnet01.execution.gasQuirks).toHaveLength(14);
});

test('a guard checks whether a block is before, from, after or at the height of its fork', () => {
  const around = (name: Parameters<typeof guardHolds>[1], fork: number) =>
    [fork - 1, fork, fork + 1].map((height) =>
      guardHolds(mainnet01.forks, name, { chain: 0, height, forkNumber: 5 }),
    );
  expect(around('slowEpoch', 80_000)).toEqual([true, false, false]);
  expect(around('pact5', 5_555_698)).toEqual([false, true, true]);
  expect(around('chainweb216Pact', 2_988_324)).toEqual([false, false, true]);
  expect(around('migratePlatformShare', 6_335_858)).toEqual([false, true, false]);
  expect(around('chainweb32', 1)).toEqual([true, true, true]);
});

test('settings by position: a fork number is past every height', () => {
  const settings = [
    { from: atHeight(10), value: 'height' },
    { from: atForkNumber(2), value: 'fork' },
    { from: never, value: 'never' },
  ];
  const at = (height: number, forkNumber: number) => valueAt(settings, { height, forkNumber });
  expect([at(9, 0), at(10, 0), at(0, 1), at(99, 1), at(0, 2)]).toEqual([
    undefined,
    'height',
    'height',
    'height',
    'fork',
  ]);
  expect(valueAt([{ from: atGenesis, value: 1 }], { height: 0, forkNumber: 0 })).toBe(1);
});

test.each(knownNetworks.map((network) => [network.name, network] as const))(
  'settings of %s are in ascending order',
  (_, { execution }) => {
    const rank = ({ from }: { readonly from: ReturnType<typeof atHeight> }) =>
      ({
        genesis: -1,
        height: from.kind === 'height' ? from.height : 0,
        'fork-number': 1e12 + (from.kind === 'fork-number' ? from.forkNumber : 0),
        never: Infinity,
      })[from.kind];
    const lists = [
      execution.blockGasLimit,
      execution.initialGas,
      execution.spvWindow,
      execution.verifiers,
      execution.gasReleases,
    ];
    for (const list of lists) {
      const ranks = list.map(rank);
      expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b));
    }
  },
);
