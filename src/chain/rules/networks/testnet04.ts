// The old test network of the original company, which began on 2019-07-17.
// Source: Chainweb/Version/Testnet04.hs; consensus reference, section 1.4; delta, sections 1 and 1.1.

import { knownGraphs } from '../../graph/chain-graph.ts';
import { atGenesis, atHeight, never, type ForkPositions } from '../forks.ts';
import { initialGasModels } from '../execution/gas.ts';
import type { ExecutionSettings } from '../execution/settings.ts';
import type { Network } from '../network.ts';
import {
  coinUpgrades,
  coinV2Upgrades,
  hashesByChain,
  pact4Upgrade,
  targetsByChain,
  usualBlockGasLimit,
  usualSettings,
  usualRosettaNames,
} from './usual-settings.ts';

const twentyChains = 332_604;

const forks: ForkPositions = {
  slowEpoch: atGenesis,
  vuln797Fix: atGenesis,
  coinV2: (chain) => atHeight(chain >= 10 ? 337_000 : 1),
  pactBackCompatV16: atHeight(0),
  moduleNameFix: atHeight(2),
  skipTxTimingValidation: atHeight(1),
  oldTargetGuard: atHeight(0),
  skipFeatureFlagValidation: atHeight(0),
  moduleNameFix2: atHeight(289_966),
  oldDaGuard: atHeight(318_204),
  pactEvents: atHeight(660_000),
  spvBridge: atHeight(820_000),
  pact4Coin3: atHeight(1_261_000),
  enforceKeysetFormats: atHeight(1_701_000),
  pact42: atHeight(1_862_000),
  checkTxHash: atHeight(1_889_000),
  chainweb213Pact: atHeight(1_974_556),
  chainweb214Pact: atHeight(2_134_331),
  chainweb215Pact: atHeight(2_295_437),
  pact44NewTrans: atHeight(2_500_369),
  chainweb216Pact: atHeight(2_516_739),
  chainweb217Pact: atHeight(2_777_367),
  chainweb218Pact: atHeight(3_038_343),
  chainweb219Pact: atHeight(3_299_753),
  chainweb220Pact: atHeight(3_580_964),
  chainweb221Pact: atHeight(3_702_250),
  chainweb222Pact: atHeight(3_859_808),
  chainweb223Pact: atHeight(4_100_681),
  chainweb224Pact: atHeight(4_333_587),
  chainweb225Pact: atHeight(4_575_072),
  pact5: atHeight(5_058_738),
  chainweb228Pact: atHeight(5_155_146),
  chainweb230Pact: atHeight(5_542_190),
  chainweb231Pact: atHeight(5_783_985),
  migratePlatformShare: never,
  chainweb31: never,
  chainweb32: never,
};

const execution: ExecutionSettings = {
  ...usualSettings,
  blockGasLimit: [{ from: atHeight(2_516_740), value: usualBlockGasLimit }],
  initialGas: [
    { from: atGenesis, value: initialGasModels.payload },
    { from: atHeight(5_783_986), value: initialGasModels.proofs },
  ],
  spvWindow: [{ from: atHeight(5_783_986), value: 20_000 }],
  verifiers: [{ from: atHeight(4_100_681), value: ['hyperlane_v3_message'] }],
  upgrades: [
    ...coinV2Upgrades(forks),
    ...coinUpgrades(forks),
    pact4Upgrade('mainnet-20-chains', atHeight(twentyChains), { chains: [0] }),
  ],
  gasQuirks: [
    { chain: 1, height: 4_104_500, index: 0, gas: 66_239n },
    { chain: 2, height: 4_108_311, index: 0, gas: 65_130n },
  ],
};

export const testnet04: Network = {
  name: 'testnet04',
  code: 0x7,
  graphs: [
    { from: 0, graph: knownGraphs.petersen },
    { from: twentyChains, graph: knownGraphs.twenty },
  ],
  blockDelay: 30_000_000n,
  window: 120,
  forks,
  maxForkNumber: 0,
  voteCastingLength: 14_280,
  genesis: {
    time: 1_563_388_117_613_832n,
    target: targetsByChain({
      first: 2n ** 256n - 1n,
      late: 0x000000001b9bf15be43824bae4c4f17722572883f7b53ed2e8c6ba9596249235n,
    }),
    payloadHash: hashesByChain([
      'nfYm3e_fk2ICws0Uowos6OMuqfFg5Nrl_zqXVx9v_ZQ',
      'HU-ZhdfsQCiTrfxjtbkr5MHmjoukOt6INqB2vuYiF3g',
    ]),
  },
  isPowDisabled: false,
  isFirstEpochAdjusted: false,
  execution,
  rosetta: usualRosettaNames,
};
