// The smallest network: one chain without proof of work, with the current rules. Its first block has no transactions; a
// network file can define the same rules with other transactions.
// Source: specification, "Addressing"; code, delay and limits are those of test-singleton in the reference's tests.

import { lazily } from '../../../base/lazily.ts';
import { knownGraphs } from '../../graph/known-graphs.ts';
import { encodeMiner, noMiner } from '../../model/miner-json.ts';
import { encodeOutput, noCoinbase } from '../../model/output-json.ts';
import { makePayload } from '../../model/payload.ts';
import { maxWord256 } from '../../model/word256.ts';
import { always } from '../forks.ts';
import type { Network } from '../network.ts';
import { development } from './development.ts';

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
