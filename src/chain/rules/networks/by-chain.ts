// Values of genesis blocks that differ by chain.

import { assert } from '../../../base/assert.ts';
import { fromBase64Url } from '../../../base/base64url.ts';
import type { ChainId } from '../../graph/chain-graph.ts';
import type { Hash } from '../../model/header.ts';

/** Chains 10 to 19 of older networks joined later, with a different target. */
export function targetsByChain(targets: {
  readonly first: bigint;
  readonly late?: bigint;
}): (chain: ChainId) => bigint {
  return (chain) => (chain >= 10 ? (targets.late ?? targets.first) : targets.first);
}

/** The hashes of chain 0 and up, in base64url; the last one also applies to all further chains. */
export function hashesByChain(texts: readonly string[]): (chain: ChainId) => Hash {
  return (chain) => {
    const hash = fromBase64Url(texts[Math.min(chain, texts.length - 1)] ?? '');
    assert(hash?.length === 32, 'payload hashes of known networks have 32 bytes');
    return hash;
  };
}
