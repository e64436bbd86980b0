// Blocks at an interval on networks that need no work: the chains take turns, as on a public network, whose chains find their
// blocks at different times. Requests come in between, and between the parts of a full block.

import type { Cancel, Timer } from '../../base/ports/timer.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { OnDemandMiner } from './on-demand.ts';

export type SteadyParts = {
  readonly miner: Pick<OnDemandMiner, 'freshen' | 'mineNext'>;
  readonly timer: Timer;
  /** Milliseconds between two blocks of a chain. */
  readonly blockTimeMs: number;
  readonly chains: readonly ChainId[];
};

/** Timers are not exact enough for less. */
const shortestTurnMs = 10;
/** Milliseconds of work on a block, and of the pause behind it, in which requests are answered. */
const workMs = 5;
const shortestPauseMs = 10;
const longestPauseMs = 25;
/** The part of the time until the next block that one pause may take. */
const partOfTime = 1 / 50;

/** The answer ends it. */
export function mineSteadily({ miner, timer, blockTimeMs, chains }: SteadyParts): Cancel {
  // On top of an old block no transaction of today has a place, and the next one may be long to come.
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
    // What could not be made in time is left out.
    due = Math.min(due + blocks, 2 * blocks);
    if (!isWorking) goOn();
  });
  return () => {
    isStopped = true;
    cancel();
  };
}
