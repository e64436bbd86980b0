// Development networks: twenty chains without proof of work, with the current rules.
// Source: Chainweb/Version/Development.hs; consensus reference, section 1.4; delta, section 1; decision 0004.
import { knownGraphs } from '../../graph/chain-graph.ts';
import { type ForkPositions, always, atGenesis, never } from '../forks.ts';
import { initialGasModels } from '../execution/gas.ts';
import type { ExecutionSettings } from '../execution/settings.ts';
import type { Network } from '../network.ts';
import {
  hashesByChain,
  targetsByChain,
  usualSettings,
  usualRosettaNames,
} from './usual-settings.ts';
import { lazily } from '../../../base/deferred.ts';
import { encodeMiner, noMiner } from '../../model/payload-json.ts';
import { encodeOutput, noCoinbase } from '../../model/output-json.ts';
import { makePayload } from '../../model/payload.ts';
import { maxWord256 } from '../../model/binary.ts';

const forks: ForkPositions = {
  slowEpoch: atGenesis,
  vuln797Fix: atGenesis,
  coinV2: atGenesis,
  pactBackCompatV16: atGenesis,
  moduleNameFix: atGenesis,
  skipTxTimingValidation: atGenesis,
  oldTargetGuard: atGenesis,
  skipFeatureFlagValidation: atGenesis,
  moduleNameFix2: atGenesis,
  oldDaGuard: atGenesis,
  pactEvents: atGenesis,
  spvBridge: atGenesis,
  pact4Coin3: atGenesis,
  enforceKeysetFormats: atGenesis,
  pact42: atGenesis,
  checkTxHash: atGenesis,
  chainweb213Pact: atGenesis,
  chainweb214Pact: atGenesis,
  chainweb215Pact: atGenesis,
  pact44NewTrans: atGenesis,
  chainweb216Pact: atGenesis,
  chainweb217Pact: atGenesis,
  chainweb218Pact: atGenesis,
  chainweb219Pact: atGenesis,
  chainweb220Pact: atGenesis,
  chainweb221Pact: atGenesis,
  chainweb222Pact: atGenesis,
  chainweb223Pact: atGenesis,
  chainweb224Pact: atGenesis,
  chainweb225Pact: atGenesis,
  pact5: atGenesis,
  chainweb228Pact: atGenesis,
  chainweb230Pact: atGenesis,
  chainweb231Pact: atGenesis,
  migratePlatformShare: never,
  chainweb31: atGenesis,
  chainweb32: atGenesis,
};

const execution: ExecutionSettings = {
  ...usualSettings,
  blockGasLimit: [],
  initialGas: always(initialGasModels.signatures),
  spvWindow: [],
  verifiers: always(['allow', 'hyperlane_v3_message', 'signed_list']),
};

export const development: Network = {
  name: 'development',
  // The reference writes 2: the specification decides (decision 0004).
  code: 0x1,
  graphs: [{ from: 0, graph: knownGraphs.twenty }],
  blockDelay: 30_000_000n,
  window: 120,
  forks,
  maxForkNumber: 1,
  voteCastingLength: 14_280,
  genesis: {
    time: 1_563_388_117_613_832n,
    target: targetsByChain({ first: (2n ** 256n - 1n) / 100_000n }),
    payloadHash: hashesByChain([
      'GB8YsdVgd50IaJ_shYGN3pnzOohPi-gE3YaP2pvhw0w',
      'tL8Um8Zql3uKtYX5yo9-YoW_cKGf_BFBONzVD5JDd5k',
    ]),
  },
  isPowDisabled: true,
  isFirstEpochAdjusted: true,
  execution,
  rosetta: usualRosettaNames,
};

// The smallest network: one chain without proof of work, with the current rules. Its first block has no transactions; a
// network file can define the same rules with other transactions.
// Source: specification, "Addressing"; code, delay and limits are those of test-singleton in the reference's tests.

/** The payload of a first block without transactions. */
export const emptyGenesisPayload = () =>
  makePayload({
    minerData: encodeMiner(noMiner),
    coinbase: encodeOutput(noCoinbase),
    transactions: [],
  });

const payloadHash = lazily(() => emptyGenesisPayload().payloadHash);

export const testSingleton: Network = {
  ...development,
  name: 'test-singleton',
  code: 0x8000_0016,
  graphs: [{ from: 0, graph: knownGraphs.singleton }],
  blockDelay: 500_000n,
  maxForkNumber: 0,
  voteCastingLength: 20,
  genesis: { time: 0n, target: () => maxWord256, payloadHash },
  execution: {
    ...development.execution,
    blockGasLimit: always(2_000_000n),
  },
};
