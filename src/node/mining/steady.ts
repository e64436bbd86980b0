// Blocks at an interval on networks that need no work: the chains take turns, so that requests come in between, as on a public
// network, whose chains find their blocks at different times.

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

/** The answer ends it. */
export function mineSteadily({ miner, timer, blockTimeMs, chains }: SteadyParts): Cancel {
  // On top of an old block no transaction of today has a place, and the next one may be long to come.
  for (const chain of chains) miner.freshen(chain);
  const turnMs = Math.max(blockTimeMs / chains.length, shortestTurnMs);
  const blocks = Math.max(1, Math.round((turnMs * chains.length) / blockTimeMs));
  return timer.every(turnMs, () => {
    for (let made = 0; made < blocks; made++) miner.mineNext();
  });
}
