// Hashes of a header: the block hash, a Merkle root over its members, and the proof-of-work hash.
// Source: Chainweb/BlockHeader/Internal.hs (instance HasMerkleLog), Chainweb/PowHash.hs; consensus
// reference, sections 2.3, 2.4 and 2.7.

import { utf8 } from '../../base/bytes.ts';
import { blake2s256 } from '../../base/crypto/hashes.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import {
  type MerkleNode,
  merkleRoot,
  merkleTags,
  taggedLeaf,
  untaggedRoot,
} from '../merkle/merkle-tree.ts';
import { word32 } from './binary.ts';
import {
  encodeHeaderWithoutHash,
  headerAt,
  headerRestAt,
  type BlockHeader,
  type Hash,
} from './header.ts';

/**
 * The entries are slices of the bytes of the header. The ids of adjacent chains are not hashed, because the chain and
 * the graph imply them.
 */
export function headerNodes(header: Omit<BlockHeader, 'hash'>): readonly MerkleNode[] {
  const bytes = encodeHeaderWithoutHash(header);
  const part = (tag: number, from: number, length: number): MerkleNode =>
    taggedLeaf(tag, bytes.subarray(from, from + length));
  const rest = headerRestAt(header.adjacents.length);
  return [
    part(merkleTags.forkState, headerAt.forkState, 8),
    part(merkleTags.blockCreationTime, headerAt.creationTime, 8),
    header.parent,
    part(merkleTags.hashTarget, rest.target, 32),
    header.payloadHash,
    part(merkleTags.chainId, rest.chainId, 4),
    part(merkleTags.blockWeight, rest.weight, 32),
    part(merkleTags.blockHeight, rest.height, 8),
    part(merkleTags.networkCode, rest.networkCode, 4),
    part(merkleTags.epochStartTime, rest.epochStart, 8),
    part(merkleTags.blockNonce, rest.nonce, 8),
    ...header.adjacents.map(({ hash }) => hash),
  ];
}

export function blockHash(header: Omit<BlockHeader, 'hash'>): Hash {
  return merkleRoot(headerNodes(header));
}

/** A block has its proof of work if this, read as a number, is at most the target. */
export function powHash(header: Omit<BlockHeader, 'hash'>): Hash {
  return blake2s256(encodeHeaderWithoutHash(header));
}

/** The parent hash of the first block of a chain. Its adjacent parents are such hashes too. */
export function genesisParentHash(networkCode: number, chain: ChainId): Hash {
  const key = networkCode * 2 ** 20 + chain;
  const known = chain < maxKept ? genesisParents.get(key) : undefined;
  if (known !== undefined) return known;
  const hash = untaggedRoot([utf8('CHAINWEB_GENESIS'), word32(networkCode), word32(chain)]);
  if (chain < maxKept && genesisParents.size < maxKept) genesisParents.set(key, hash);
  return hash;
}

/** Each header is compared with those of its neighbours, so the results for the first requests are cached. */
const genesisParents = new Map<number, Hash>();
const maxKept = 1024;
