// The header of a new block: everything except payload, time and nonce follows from its parents.
// Source: Chainweb/BlockHeader/Internal.hs (newBlockHeader), Chainweb/ForkState.hs; consensus reference, sections 2.2
// and 2.5; delta, section 2.

import type { ChainId } from '../graph/chain-graph.ts';
import { blockHash } from '../model/block-hash.ts';
import {
  type AdjacentParent,
  type BlockHeader,
  type Hash,
  type Micros,
  forkNumberOf,
  forkStateOf,
  forkVotesOf,
} from '../model/header.ts';
import { epochStartAbove, targetAbove, weightAbove } from './difficulty.ts';
import { countVotes, forkPhase, isDecided } from './fork-votes.ts';
import { adjacencyGraph, type Network } from './network.ts';

export type NewBlock = {
  readonly parent: BlockHeader;
  /** In the order of the header: by chain, ascending. */
  readonly adjacents: readonly AdjacentParent[];
  /** The blocks of `adjacents`. */
  readonly adjacentParents: readonly BlockHeader[];
  readonly payloadHash: Hash;
  /** Later than every parent: see `earliestTime`. */
  readonly creationTime: Micros;
};

/** Has nonce 0, and casts no vote for another fork number. */
export function headerAbove(network: Network, block: NewBlock): BlockHeader {
  const { parent, adjacents, payloadHash, creationTime } = block;
  const target = targetAbove(network, block, creationTime);
  return withNonce(
    {
      forkState: forkStateAbove(network, block),
      creationTime,
      parent: parent.hash,
      adjacents,
      target,
      payloadHash,
      chainId: parent.chainId,
      weight: weightAbove(parent, target),
      height: parent.height + 1,
      networkCode: network.code,
      epochStart: epochStartAbove(network, parent, creationTime),
      nonce: 0n,
    },
    0n,
  );
}

/** The same block with another nonce, and so with another hash. */
export function withNonce(header: Omit<BlockHeader, 'hash'>, nonce: bigint): BlockHeader {
  const content = { ...header, nonce };
  return { ...content, hash: blockHash(content) };
}

/** A block must be later than its parent and than all adjacent parents. */
export function earliestTime({
  parent,
  adjacentParents,
}: Pick<NewBlock, 'parent' | 'adjacentParents'>): Micros {
  let latest = parent.creationTime;
  for (const { creationTime } of adjacentParents) if (creationTime > latest) latest = creationTime;
  return latest + 1n;
}

function forkStateAbove(
  network: Network,
  { parent, adjacentParents }: Pick<NewBlock, 'parent' | 'adjacentParents'>,
): bigint {
  const number = forkNumberOf(parent.forkState);
  const votes = forkVotesOf(parent.forkState);
  switch (forkPhase(network, parent.height + 1)) {
    case 'start':
      return forkStateOf({ number: number + (isDecided(network, votes) ? 1 : 0), votes: 0 });
    case 'vote':
      return forkStateOf({ number, votes });
    case 'count': {
      const all = [parent, ...adjacentParents].map(({ forkState }) => forkVotesOf(forkState));
      return forkStateOf({ number, votes: countVotes(all) });
    }
  }
}

/** Returns the chains of the adjacent parents of a block on `parent`. */
export function neighboursAbove(network: Network, parent: BlockHeader): readonly ChainId[] {
  const { chainId } = parent;
  return adjacencyGraph(network, { chainId, height: parent.height + 1 }).adjacentTo(chainId);
}
