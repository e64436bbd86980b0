// The main network, which began on 2019-10-30.
// Source: Chainweb/Version/Mainnet.hs; consensus reference, section 1.4; delta, sections 1 and 1.1.

import { knownGraphs } from '../../graph/known-graphs.ts';
import { atForkNumber, atGenesis, atHeight, type ForkPositions } from '../forks.ts';
import type { Network } from '../network.ts';
import { hashesByChain, targetsByChain } from './by-chain.ts';

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
};
