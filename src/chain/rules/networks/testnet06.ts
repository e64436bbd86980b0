// The test network of the community, which began on 2026-02-16.
// Source: Chainweb/Version/Testnet06.hs; consensus reference, section 1.4; delta, sections 1, 1.1 and 5.2.

import { knownGraphs } from '../../graph/chain-graph.ts';
import { always, atForkNumber, atGenesis, atHeight, never, type ForkPositions } from '../forks.ts';
import { initialGasModels } from '../execution/gas.ts';
import type { ExecutionSettings } from '../execution/settings.ts';
import type { Network } from '../network.ts';
import {
  coinUpgrades,
  hashesByChain,
  pact4Upgrade,
  targetsByChain,
  usualBlockGasLimit,
  usualSettings,
  usualRosettaNames,
} from './usual-settings.ts';

const forks: ForkPositions = {
  slowEpoch: atHeight(0),
  vuln797Fix: atHeight(0),
  coinV2: (chain) => atHeight(chain === 0 ? 3 : 4),
  pactBackCompatV16: atHeight(0),
  moduleNameFix: atHeight(2),
  skipTxTimingValidation: atHeight(2),
  oldTargetGuard: atHeight(0),
  skipFeatureFlagValidation: atHeight(0),
  moduleNameFix2: atHeight(2),
  oldDaGuard: atHeight(13),
  pactEvents: atHeight(40),
  spvBridge: atHeight(50),
  pact4Coin3: atHeight(80),
  enforceKeysetFormats: atHeight(100),
  pact42: atHeight(90),
  checkTxHash: atHeight(110),
  chainweb213Pact: atHeight(95),
  chainweb214Pact: atHeight(115),
  chainweb215Pact: atHeight(165),
  pact44NewTrans: atHeight(185),
  chainweb216Pact: atHeight(215),
  chainweb217Pact: atHeight(470),
  chainweb218Pact: atHeight(500),
  chainweb219Pact: atHeight(550),
  chainweb220Pact: atHeight(560),
  chainweb221Pact: atHeight(580),
  chainweb222Pact: atHeight(590),
  chainweb223Pact: atHeight(600),
  chainweb224Pact: atHeight(610),
  chainweb225Pact: atHeight(620),
  pact5: atHeight(640),
  chainweb228Pact: atHeight(650),
  chainweb230Pact: atHeight(680),
  chainweb231Pact: atHeight(690),
  migratePlatformShare: never,
  chainweb31: atHeight(700),
  chainweb32: atForkNumber(1),
};

const execution: ExecutionSettings = {
  ...usualSettings,
  blockGasLimit: always(usualBlockGasLimit),
  initialGas: [
    { from: atGenesis, value: initialGasModels.proofs },
    { from: atForkNumber(1), value: initialGasModels.signatures },
  ],
  spvWindow: [],
  verifiers: [{ from: atHeight(600), value: ['hyperlane_v3_message'] }],
  upgrades: [pact4Upgrade('coin-v2', forks.coinV2), ...coinUpgrades(forks)],
};

export const testnet06: Network = {
  name: 'testnet06',
  code: 0x8,
  graphs: [{ from: 0, graph: knownGraphs.twenty }],
  blockDelay: 30_000_000n,
  window: 120,
  forks,
  maxForkNumber: 1,
  voteCastingLength: 14_280,
  genesis: {
    time: 1_771_229_700_000_000n,
    target: targetsByChain({ first: (2n ** 256n - 1n) / 100_000n }),
    payloadHash: hashesByChain([
      'EyMMEitzZjPXEtL8cVgEgiN4w48CBBx0wMWZGQDretw',
      'eq3MSmd5bkjQXSqibeEjWvL2_AZqwwipPEWOTMl0FkY',
    ]),
  },
  isPowDisabled: false,
  isFirstEpochAdjusted: false,
  execution,
  rosetta: usualRosettaNames,
};
