// The keys of the tables of blocks. A chain is 4 bytes, a height 8, a hash 32, the most significant byte first, so that
// the order of keys is that of heights.

import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Hash } from '../../chain/model/header.ts';

const chainBytes = 4;
const heightBytes = 8;

/** A chain and a hash. */
export function hashKey(chain: ChainId, hash: Hash): Uint8Array {
  const key = new Uint8Array(chainBytes + hash.length);
  new DataView(key.buffer).setUint32(0, chain);
  key.set(hash, chainBytes);
  return key;
}

/** A chain and a height. */
export function heightKey(chain: ChainId, height: number): Uint8Array {
  return orderKey(chain, height, undefined);
}

export function heightIn(key: Uint8Array): number {
  return Number(new DataView(key.buffer, key.byteOffset, key.length).getBigUint64(chainBytes));
}

/** A chain, a height and a hash; without a hash, the first key of the height. */
export function orderKey(chain: ChainId, height: number, hash: Hash | undefined): Uint8Array {
  const key = new Uint8Array(chainBytes + heightBytes + (hash?.length ?? 0));
  const view = new DataView(key.buffer);
  view.setUint32(0, chain);
  view.setBigUint64(chainBytes, BigInt(Math.max(0, height)));
  if (hash !== undefined) key.set(hash, chainBytes + heightBytes);
  return key;
}

/** The key before which the headers of a chain end. */
export function orderEnd(chain: ChainId): Uint8Array {
  return orderKey(chain + 1, 0, undefined);
}

export function orderedHash(key: Uint8Array): Hash {
  return key.slice(chainBytes + heightBytes);
}
