// How miners vote for the next fork number. In a fork epoch most blocks add votes, the last 120 spread the counts over
// the graph, and the first block of the next epoch starts again from zero, with the next fork number if two thirds
// voted for it.
// Source: Chainweb/BlockHeader/Internal.hs (newForkState), Chainweb/ForkState.hs; consensus reference,
// section 2.2; delta, section 2.

import type { Network } from './network.ts';

/** The votes that one block adds. */
export const voteStep = 1000;
const countBlocks = 120;

type Casting = Pick<Network, 'voteCastingLength'>;
export type ForkPhase = 'start' | 'vote' | 'count';

export function forkEpochLength({ voteCastingLength }: Casting): number {
  return voteCastingLength + countBlocks;
}

/** The part of its fork epoch that a block of this height is in. */
export function forkPhase(network: Casting, height: number): ForkPhase {
  const place = height % forkEpochLength(network);
  if (place === 0) return 'start';
  return place < network.voteCastingLength ? 'vote' : 'count';
}

/** The votes of a counting block: the mean over the parent and the adjacent parents, rounded down. */
export function countVotes(votes: readonly number[]): number {
  return Math.floor(votes.reduce((sum, each) => sum + each, 0) / votes.length);
}

/** Two thirds of the blocks that cast votes, after rounding the count to whole blocks, half to even. */
export function isDecided({ voteCastingLength }: Casting, votes: number): boolean {
  return roundHalfEven(votes, voteStep) * 3 >= voteCastingLength * 2;
}

function roundHalfEven(amount: number, unit: number): number {
  const whole = Math.floor(amount / unit);
  const rest = 2 * (amount % unit);
  const isUp = rest > unit || (rest === unit && whole % 2 === 1);
  return isUp ? whole + 1 : whole;
}
