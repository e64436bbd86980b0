// The main network, which began on 2019-10-30.
// Source: Chainweb/Version/Mainnet.hs; consensus reference, section 1.4; delta, sections 1, 3.3, 4.2, 6
// and 7.

import { knownGraphs } from '../../graph/chain-graph.ts';
import { atForkNumber, atGenesis, atHeight, type ForkPositions } from '../forks.ts';
import { initialGasModels } from '../execution/gas.ts';
import type { ExecutionSettings } from '../execution/settings.ts';
import type { Network } from '../network.ts';
import {
  coinUpgrades,
  coinV2Upgrades,
  hashesByChain,
  pact4Upgrade,
  platformShare,
  targetsByChain,
  usualBlockGasLimit,
  usualSettings,
  usualRosettaNames,
} from './usual-settings.ts';

const twentyChains = 852_054;

const forks: ForkPositions = {
  slowEpoch: atHeight(80_000),
  vuln797Fix: (chain) =>
    chain >= 10 ? atGenesis : atHeight([3, 4, 7, 9].includes(chain) ? 121_451 : 121_452),
  coinV2: (chain) =>
    chain >= 10 ? atGenesis : atHeight([1, 3, 7].includes(chain) ? 140_809 : 140_808),
  pactBackCompatV16: atHeight(328_000),
  moduleNameFix: atHeight(448_501),
  skipTxTimingValidation: atHeight(449_940),
  oldTargetGuard: atHeight(452_820),
  skipFeatureFlagValidation: atHeight(530_500),
  moduleNameFix2: atHeight(752_214),
  oldDaGuard: atHeight(771_414),
  pactEvents: atHeight(1_138_000),
  spvBridge: atHeight(1_275_000),
  pact4Coin3: atHeight(1_722_500),
  enforceKeysetFormats: atHeight(2_162_000),
  pact42: atHeight(2_334_500),
  checkTxHash: atHeight(2_349_800),
  chainweb213Pact: atHeight(2_447_315),
  chainweb214Pact: atHeight(2_605_663),
  chainweb215Pact: atHeight(2_766_630),
  pact44NewTrans: atHeight(2_939_323),
  chainweb216Pact: atHeight(2_988_324),
  chainweb217Pact: atHeight(3_250_348),
  chainweb218Pact: atHeight(3_512_363),
  chainweb219Pact: atHeight(3_774_423),
  chainweb220Pact: atHeight(4_056_499),
  chainweb221Pact: atHeight(4_177_889),
  chainweb222Pact: atHeight(4_335_753),
  chainweb223Pact: atHeight(4_577_530),
  chainweb224Pact: atHeight(4_819_246),
  chainweb225Pact: atHeight(5_060_924),
  pact5: atHeight(5_555_698),
  chainweb228Pact: atHeight(5_659_280),
  chainweb230Pact: atHeight(6_027_616),
  chainweb231Pact: atHeight(6_269_344),
  migratePlatformShare: atHeight(6_335_858),
  chainweb31: atHeight(6_510_742),
  chainweb32: atForkNumber(1),
};

const execution: ExecutionSettings = {
  ...usualSettings,
  blockGasLimit: [{ from: atHeight(2_988_325), value: usualBlockGasLimit }],
  initialGas: [
    { from: atGenesis, value: initialGasModels.payload },
    { from: atHeight(6_510_743), value: initialGasModels.proofs },
    { from: atForkNumber(1), value: initialGasModels.signatures },
  ],
  spvWindow: [
    { from: atHeight(6_269_345), value: 20_000 },
    { from: atHeight(6_510_743), value: undefined },
    { from: atForkNumber(1), value: 525_600 },
  ],
  verifiers: [{ from: atHeight(4_577_530), value: ['hyperlane_v3_message'] }],
  upgrades: [
    ...coinV2Upgrades(forks),
    ...coinUpgrades(forks),
    pact4Upgrade('mainnet-20-chains', atHeight(twentyChains), { chains: [0] }),
    { chains: undefined, at: forks.migratePlatformShare, change: platformShare },
  ],
  gasQuirks: [
    { chain: 0, height: 4_585_419, index: 0, gas: 67_618n },
    { chain: 0, height: 4_585_422, index: 0, gas: 67_754n },
    { chain: 9, height: 4_594_066, index: 0, gas: 67_777n },
    ...[
      [2, 4_594_041],
      [3, 4_594_046],
      [4, 4_594_048],
      [5, 4_594_048],
      [6, 4_594_048],
      [7, 4_594_047],
      [8, 4_594_051],
      [9, 4_594_049],
      [10, 4_594_048],
      [15, 4_594_049],
      [19, 4_594_050],
    ].map(([chain = 0, height = 0]) => ({ chain, height, index: 0, gas: 69_092n })),
  ],
};

export const mainnet01: Network = {
  name: 'mainnet01',
  code: 0x5,
  graphs: [
    { from: 0, graph: knownGraphs.petersen },
    { from: twentyChains, graph: knownGraphs.twenty },
  ],
  blockDelay: 30_000_000n,
  window: 120,
  forks,
  maxForkNumber: 1,
  voteCastingLength: 14_280,
  genesis: {
    time: 1_572_393_660_000_000n,
    target: targetsByChain({
      first: 2n ** 256n - 1n,
      late: 0x000000000000cb73de4be95ba21db5b9178dd85974c194e3ee05717dd8afa830n,
    }),
    payloadHash: hashesByChain([
      'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o',
      'kClp_Tw7keCLXMfaCyjH-gToAGmLvRQqiNRmhWUCbxs',
      '4DVp1dkSLYkFD0zbFF7e5Ba0ezKmnZhEVzlc5ZqqAT0',
      'fCHKOS9SF9G3Gy5iGZnOmQxjGYf32yM8PklrcBD_dmQ',
      'cTZ_29TkjXDlG_GlW8iB-va3mofpt_UjthLcOoqtlaQ',
      'MS_wu92H4GVPCziB6g8rOAc3x2uyegXH4Yl_0TfpI7U',
      'DVs3k9omI_WHMOJ8tUZ1Bt9Q1DdNmqC3V51iZDGmWwM',
      'Faa4TQZGFkFumLfHnMIJBAu_PSmGY4F-YraLVFrxr7Y',
      'YWgbJ4K5VET4WnG3H0Y0HPgzZ_qSnTgqxyB1kpMLJTQ',
      'w_6Spsw-jdCi9hBTlM6v0C1P7XoglU_AqNG9rcOwAZ0',
      'i-MN4AoxsaPds4M_MzwNSUygAkGnPZoCDvahfckowt4',
    ]),
  },
  isPowDisabled: false,
  isFirstEpochAdjusted: false,
  execution,
  rosetta: usualRosettaNames,
};
