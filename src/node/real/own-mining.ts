// Mining in the process of a node: with proof of work if the network needs it, otherwise at the target pace of the
// network.

import type { Random } from '../../base/ports/random.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { Miner } from '../../chain/model/payload-json.ts';
import type { Coordination } from '../engine/mining/coordination.ts';
import type { BlockMaking } from '../engine/mining/make-block.ts';
import { OnDemandMiner } from '../engine/mining/on-demand.ts';
import { mineSteadily } from '../engine/mining/steady.ts';
import { ProofMiner, type Searchers, type Work } from '../engine/mining/solver/index.ts';

export interface OwnMining {
  stop(): void;
}

export type StartSearchers = (
  count: number,
  onFound: (work: Work, nonce: bigint) => void,
) => Searchers;

export type OwnMiningParts = BlockMaking & {
  readonly miner: Miner;
  readonly threads: number;
  readonly coordination: Coordination;
  readonly startSearchers: StartSearchers;
  readonly timer: Timer;
  readonly random: Random;
  readonly onTrouble: (sentence: string) => void;
};

export function startOwnMining(parts: OwnMiningParts): OwnMining {
  return parts.engine.network.isPowDisabled ? steady(parts) : proofs(parts);
}

function proofs(parts: OwnMiningParts): OwnMining {
  const { engine, coordination, threads, startSearchers, ...others } = parts;
  return new ProofMiner({
    ...others,
    mining: coordination,
    searchers: (onFound) => startSearchers(threads, onFound),
    onCut: (listener) => engine.listen(listener),
    onTransactions(listener) {
      const ends = [...engine.chains.keys()].map((chain) =>
        coordination.listen(chain, (event) => {
          if (event === 'new-transactions') listener();
        }),
      );
      return () => {
        for (const end of ends) end();
      };
    },
  });
}

function steady({ timer, ...parts }: OwnMiningParts): OwnMining {
  const { network, chains } = parts.engine;
  const miner = new OnDemandMiner({ ...parts, timer });
  const blockTimeMs = Number(network.blockDelay / 1000n);
  const cancel = mineSteadily({ miner, timer, blockTimeMs, chains: [...chains.keys()] });
  return {
    stop() {
      cancel();
      miner.stop();
    },
  };
}
