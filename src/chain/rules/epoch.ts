// Returns when the difficulty epoch of a new block began.
// Source: Chainweb/BlockHeader/Internal.hs (epochStart); consensus reference, section 4.3.

import type { BlockHeader, Micros } from '../model/header.ts';
import { isLastInEpoch, usesOwnTime } from './difficulty.ts';
import { genesisHeight, type Network } from './network.ts';

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
