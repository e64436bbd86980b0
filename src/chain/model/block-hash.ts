// Hashes of a header: the block hash, a Merkle root over its members, and the proof-of-work hash.
// Source: Chainweb/BlockHeader/Internal.hs (instance HasMerkleLog), Chainweb/PowHash.hs; consensus
// reference, sections 2.3, 2.4 and 2.7.

import { utf8 } from '../../base/bytes.ts';
import { blake2s256 } from '../../crypto/hashes.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import { merkleRoot, taggedLeaf, untaggedRoot, type MerkleNode } from '../merkle/merkle-tree.ts';
import { merkleTags } from '../merkle/tags.ts';
import { word32, word64 } from './binary.ts';
import { encodeHeaderWithoutHash, type BlockHeader, type Hash } from './header.ts';
import { word256Bytes } from './word256.ts';

/** The ids of adjacent chains are not hashed: the chain and the graph imply them. */
export function headerNodes(header: Omit<BlockHeader, 'hash'>): readonly MerkleNode[] {
  return [
    taggedLeaf(merkleTags.forkState, word64(header.forkState)),
    taggedLeaf(merkleTags.blockCreationTime, word64(header.creationTime)),
    header.parent,
    taggedLeaf(merkleTags.hashTarget, word256Bytes(header.target)),
    header.payloadHash,
    taggedLeaf(merkleTags.chainId, word32(header.chainId)),
    taggedLeaf(merkleTags.blockWeight, word256Bytes(header.weight)),
    taggedLeaf(merkleTags.blockHeight, word64(BigInt(header.height))),
    taggedLeaf(merkleTags.networkCode, word32(header.networkCode)),
    taggedLeaf(merkleTags.epochStartTime, word64(header.epochStart)),
    taggedLeaf(merkleTags.blockNonce, word64(header.nonce)),
    ...header.adjacents.map(({ hash }) => hash),
  ];
}

export function blockHash(header: Omit<BlockHeader, 'hash'>): Hash {
  return merkleRoot(headerNodes(header));
}

/** A block has its proof of work where this, read as a number, is at most the target. */
export function powHash(header: Omit<BlockHeader, 'hash'>): Hash {
  return blake2s256(encodeHeaderWithoutHash(header));
}

/** The parent of the first block of a chain. Its adjacent parents are such hashes too. */
export function genesisParentHash(networkCode: number, chain: ChainId): Hash {
  return untaggedRoot([utf8('CHAINWEB_GENESIS'), word32(networkCode), word32(chain)]);
}
