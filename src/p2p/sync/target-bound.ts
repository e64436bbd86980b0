// The easiest target that a header of a fork can have, before its parents are known: so that headers which cost no work
// are refused on arrival. Difficulty has no clamp, so a whole chain of headers is valid that nobody ever worked for, and
// only the parents tell. All blocks above a fork have the target of its epoch, and at each end of an epoch it grows at most
// with the time that the epoch took.

import type { BlockHeader, Micros } from '../../chain/model/header.ts';
import { maxWord256 } from '../../chain/model/binary.ts';
import { effectiveWindow, isLastInEpoch } from '../../chain/rules/difficulty.ts';
import { guardHolds } from '../../chain/rules/forks.ts';
import type { Network } from '../../chain/rules/network.ts';

/** `base`: blocks of the own chains at the deepest fork that is followed, and above it once in each epoch. */
export type TargetBase = { readonly network: Network; readonly base: readonly BlockHeader[] };

export function targetBound(
  { network, base }: TargetBase,
  { height, now }: { readonly height: number; readonly now: Micros },
): bigint {
  let easiest = 0n;
  let lowest = Infinity;
  let oldest = now;
  for (const header of base) {
    if (header.target > easiest) easiest = header.target;
    if (header.epochStart < oldest) oldest = header.epochStart;
    lowest = Math.min(lowest, header.height);
  }
  const [first] = base;
  // The old rules adjust the difficulty at other times too.
  if (first === undefined || hasOldRules(network, { ...first, height: lowest })) return maxWord256;
  for (const window of epochEnds(network, lowest, height)) {
    const intended = BigInt(window) * network.blockDelay;
    const grown = (easiest * (now - oldest)) / intended + 1n;
    if (grown > easiest) easiest = grown;
    if (easiest >= maxWord256) return maxWord256;
  }
  return easiest;
}

/** The windows of the epochs that end below a height: those of the first heights are shorter. */
function epochEnds(network: Network, from: number, height: number): readonly number[] {
  const ends: number[] = [];
  for (let at = from; at < height; at++) {
    const place = { height: at };
    if (isLastInEpoch(network, place)) ends.push(effectiveWindow(network, place));
  }
  return ends;
}

function hasOldRules({ forks }: Network, { chainId, height }: BlockHeader): boolean {
  const place = { chain: chainId, height, forkNumber: 0 } as const;
  return guardHolds(forks, 'oldDaGuard', place) || guardHolds(forks, 'slowEpoch', place);
}
