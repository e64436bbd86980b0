// Targets of new blocks. A smaller target is more work; it is adjusted at the end of each epoch so
// that blocks arrive at the rate of the network.
// Source: Chainweb/Difficulty.hs (adjust, legacyAdjust), Chainweb/BlockHeader/Internal.hs (powTarget);
// consensus reference, sections 4.1 and 4.2.
import type { BlockHeader, Micros } from '../model/header.ts';
import { maxWord256 } from '../model/binary.ts';
import { guardHolds } from './forks.ts';
import { type Network, genesisHeight } from './network.ts';

/** The work for a target: the average number of hashes to find a block; 0 for a target of 0, which no hash meets. */
export function difficultyOf(target: bigint): bigint {
  return target === 0n ? 0n : maxWord256 / target;
}

/** The weight of a block with this target on top of a parent; it wraps at 256 bits. */
export function weightAbove(parent: BlockHeader, target: bigint): bigint {
  return BigInt.asUintN(256, parent.weight + difficultyOf(target));
}

/** The inputs of the next target: the parent, the adjacent parents, and the time of the new block. */
export type Parents = {
  readonly parent: BlockHeader;
  readonly adjacentParents: readonly BlockHeader[];
};

export function targetAbove(
  network: Network,
  { parent, adjacentParents }: Parents,
  creationTime: Micros,
): bigint {
  const window = effectiveWindow(network, parent);
  if (!isLastInEpoch(network, parent) && !isEmergency(network, parent, creationTime)) {
    return parent.target;
  }
  const span = { window, blockDelay: network.blockDelay };
  if (guardHolds(network.forks, 'oldDaGuard', above(parent))) {
    const end = usesOwnTime(network, parent) ? creationTime : parent.creationTime;
    return adjustLegacy(span, end - parent.epochStart, parent.target);
  }
  // The mean over the chain and its neighbours, each with its own epoch.
  const targets = [parent, ...adjacentParents].map((each) =>
    adjust(span, each.creationTime - each.epochStart, each.target),
  );
  return targets.reduce((sum, each) => sum + each, 0n) / BigInt(targets.length);
}

/** The first 120 heights have epochs of 12 blocks, so that a new network finds its difficulty soon. */
export function effectiveWindow(
  { window }: Pick<Network, 'window'>,
  { height }: Pick<BlockHeader, 'height'>,
): number {
  return height <= window ? Math.max(1, Math.floor(window / 10)) : window;
}

export function isLastInEpoch(
  network: Pick<Network, 'window'>,
  header: Pick<BlockHeader, 'height'>,
): boolean {
  return (header.height + 1) % effectiveWindow(network, header) === 0;
}

/** In the old rule an epoch ends with the time of the new block, in the current one with its parent's. */
export function usesOwnTime(network: Network, parent: BlockHeader): boolean {
  return guardHolds(network.forks, 'oldTargetGuard', at(parent));
}

/** An old rule: the difficulty also changes when an epoch takes five times as long as intended. */
function isEmergency(network: Network, parent: BlockHeader, creationTime: Micros): boolean {
  if (!guardHolds(network.forks, 'slowEpoch', at(parent))) return false;
  return creationTime - parent.epochStart > 5n * network.blockDelay * BigInt(network.window);
}

type Span = { readonly window: number; readonly blockDelay: Micros };

/**
 * The old target in proportion to the time that the epoch took. A result beyond 256 bits wraps before it is compared
 * with the largest target: nodes agree on this, so it cannot be fixed.
 */
function adjust({ window, blockDelay }: Span, taken: Micros, target: bigint): bigint {
  return BigInt.asUintN(256, divideUp(taken * target, BigInt(window) * blockDelay));
}

/** The old rule adjusts the difficulty and not the target. */
function adjustLegacy({ window, blockDelay }: Span, taken: Micros, target: bigint): bigint {
  if (taken === 0n || target === 0n) return 0n;
  const difficulty = divideUp(maxWord256 * blockDelay * BigInt(window), target * taken);
  return difficulty === 0n ? 0n : BigInt.asUintN(256, maxWord256 / difficulty);
}

/** The quotient rounded towards positive infinity. */
function divideUp(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const isExact = quotient * denominator === numerator;
  const isPositive = numerator < 0n === denominator < 0n;
  return isExact || !isPositive ? quotient : quotient + 1n;
}

export const at = ({ chainId, height }: BlockHeader) =>
  ({ chain: chainId, height, forkNumber: 0 }) as const;

const above = ({ chainId, height }: BlockHeader) =>
  ({ chain: chainId, height: height + 1, forkNumber: 0 }) as const;

// Returns when the difficulty epoch of a new block began.
// Source: Chainweb/BlockHeader/Internal.hs (epochStart); consensus reference, section 4.3.

export function epochStartAbove(
  network: Network,
  parent: BlockHeader,
  creationTime: Micros,
): Micros {
  if (network.isFirstEpochAdjusted && parent.height === 1) return parent.creationTime;
  if (isFirstOnLateChain(network, parent)) return parent.creationTime;
  if (!isLastInEpoch(network, parent)) return parent.epochStart;
  return usesOwnTime(network, parent) ? creationTime : parent.creationTime;
}

/** On a chain that joined later, the time of the genesis block cannot be used. */
function isFirstOnLateChain(network: Network, { chainId, height }: BlockHeader): boolean {
  const genesis = genesisHeight(network, chainId);
  return height > 1 && genesis !== undefined && height === genesis + 1;
}
