// Makes blocks at an interval, on networks without proof of work. The chains take turns, as on a public network, where
// chains find their blocks at different times. Requests are handled between blocks, and between the parts of a full
// block.

import type { Cancel, Timer } from '../../../base/ports/time.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { OnDemandMiner } from './on-demand.ts';

export type SteadyParts = {
  readonly miner: Pick<OnDemandMiner, 'freshen' | 'mineNext'>;
  readonly timer: Timer;
  /** Milliseconds between two blocks of a chain. */
  readonly blockTimeMs: number;
  readonly chains: readonly ChainId[];
};

/** Timers are not exact enough for shorter intervals. */
const shortestTurnMs = 10;
/** Milliseconds of work on a block, and of the pause after it, in which requests are handled. */
const workMs = 5;
const shortestPauseMs = 10;
const longestPauseMs = 25;
/** The fraction of the time until the next block that one pause may take. */
const partOfTime = 1 / 50;

/** Starts making blocks. Call the returned function to stop. */
export function mineSteadily({ miner, timer, blockTimeMs, chains }: SteadyParts): Cancel {
  // A new transaction cannot be in a block directly above an old one, and the next block may be a long time away.
  for (const chain of chains) miner.freshen(chain);
  const turnMs = Math.max(blockTimeMs / chains.length, shortestTurnMs);
  const blocks = Math.max(1, Math.round((turnMs * chains.length) / blockTimeMs));
  const each = turnMs / blocks;
  const pauseMs = Math.min(Math.max(each * partOfTime, shortestPauseMs), longestPauseMs);
  const mostMs = Math.max((each * workMs) / (workMs + pauseMs), workMs);
  const work = { turnMs: workMs, mostMs };
  let due = 0;
  let isWorking = false;
  let isStopped = false;
  const goOn = (): void => {
    isWorking = false;
    while (due > 0 && !isStopped) {
      if (miner.mineNext(work)) {
        isWorking = true;
        timer.after(pauseMs, goOn);
        return;
      }
      due--;
    }
  };
  const cancel = timer.every(turnMs, () => {
    // Transactions that did not fit into the time are left out.
    due = Math.min(due + blocks, 2 * blocks);
    if (!isWorking) goOn();
  });
  return () => {
    isStopped = true;
    cancel();
  };
}
