// The first block of a chain follows from its network alone.
// Source: Chainweb/BlockHeader/Internal.hs (genesisBlockHeader); consensus reference, section 2.7.

import type { ChainId } from '../graph/chain-graph.ts';
import { blockHash, genesisParentHash } from '../model/block-hash.ts';
import type { BlockHeader } from '../model/header.ts';
import { genesisHeight, graphAt, type Network } from './network.ts';

/** Returns `undefined` if the network has no such chain. */
export function genesisHeader(network: Network, chain: ChainId): BlockHeader | undefined {
  const height = genesisHeight(network, chain);
  if (height === undefined) return undefined;
  const { genesis, code } = network;
  const header = {
    forkState: 0n,
    creationTime: genesis.time,
    parent: genesisParentHash(code, chain),
    adjacents: graphAt(network, height)
      .adjacentTo(chain)
      .map((id) => ({ chainId: id, hash: genesisParentHash(code, id) })),
    target: genesis.target(chain),
    payloadHash: genesis.payloadHash(chain),
    chainId: chain,
    weight: 0n,
    height,
    networkCode: code,
    epochStart: genesis.time,
    nonce: 0n,
  };
  return { ...header, hash: blockHash(header) };
}
