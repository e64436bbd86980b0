// What a cut of a peer says, once it is possible at all: nothing in it is known to be true.
// Source: Chainweb/Cut/CutHashes.hs, Chainweb/CutDB.hs (processCuts); consensus reference, sections 5.6 and 5.7.

import { toBase64Url } from '../../base/base64url.ts';
import { concatBytes, equalBytes } from '../../base/bytes.ts';
import { sha512t256 } from '../../base/crypto/hashes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { areSameHeads, cutWeight, lowestHeight, type Cut } from '../../chain/choice/cut.ts';
import type { ChainGraph, ChainId } from '../../chain/graph/chain-graph.ts';
import type { CutHashes } from '../../chain/model/cut-json.ts';
import type { Hash } from '../../chain/model/header.ts';
import { type Network, genesisHeader, genesisHeight, graphAt } from '../../chain/rules/network.ts';
import { cutLimits } from './limits.ts';

export type Claim = {
  /** In ascending order of chains. */
  readonly heads: ReadonlyMap<ChainId, ClaimedHead>;
  /** Our own hash over the heads: the id on the wire is whatever the sender says. */
  readonly id: string;
  readonly lowest: number;
  readonly highest: number;
  /** The sum of all heights. */
  readonly sum: number;
  readonly weight: bigint;
};

export type ClaimedHead = { readonly height: number; readonly hash: Hash };

/** A fault is one sentence: such a cut cannot exist, whatever its blocks are. */
export function readClaim(network: Network, cut: CutHashes): Result<Claim, string> {
  if (cut.instance !== network.name) return bad('the cut belongs to another network');
  if (cut.hashes.size === 0) return bad('the cut has no chains');
  const heads = new Map<ChainId, ClaimedHead>();
  let sum = 0;
  let lowest = Infinity;
  let highest = 0;
  for (const [chain, { height, hash }] of [...cut.hashes].sort(([a], [b]) => a - b)) {
    if (height >= cutLimits.height) return bad(`chain ${chain} cannot have that height`);
    heads.set(chain, { height: Number(height), hash });
    sum += Number(height);
    lowest = Math.min(lowest, Number(height));
    highest = Math.max(highest, Number(height));
  }
  if (BigInt(sum) !== cut.height) return bad('the height of the cut is not the sum of its heights');
  const fault = headsFault(network, heads, { lowest, highest });
  if (fault !== undefined) return bad(fault);
  return good({ heads, id: idOf(heads), lowest, highest, sum, weight: cut.weight });
}

function headsFault(
  network: Network,
  heads: Claim['heads'],
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
): string | undefined {
  const graph = graphAt(network, lowest);
  if (heads.size !== graph.order || [...heads.keys()].some((chain) => !graph.has(chain))) {
    return 'the cut does not have exactly the chains of the network at its height';
  }
  const newest = graphAt(network, highest);
  const isApart =
    newest === graph
      ? isBeyondDistance(graph, heads)
      : highest - lowest > graph.diameter + newest.diameter;
  if (isApart) return 'the heights of the cut are further apart than chains can be';
  for (const [chain, { height, hash }] of heads) {
    const first = genesisHeight(network, chain) ?? 0;
    if (height > first) continue;
    if (height < first) return `chain ${chain} begins above that height`;
    const block = genesisHeader(network, chain);
    if (block === undefined || !equalBytes(hash, block.hash)) {
      return `chain ${chain} begins with another block`;
    }
  }
  return undefined;
}

/** A block refers to its neighbours one height below, so heights differ by at most the distance of their chains. */
function isBeyondDistance(graph: ChainGraph, heads: Claim['heads']): boolean {
  for (const [chain, { height }] of heads) {
    for (const [other, head] of heads) {
      if (other > chain && Math.abs(height - head.height) > graph.distance(chain, other)) {
        return true;
      }
    }
  }
  return false;
}

function idOf(heads: Claim['heads']): string {
  return toBase64Url(sha512t256(concatBytes([...heads.values()].map(({ hash }) => hash))));
}

/**
 * `equal`: no higher than ours, but perhaps heavier. The reference drops these until one is higher somewhere; they are
 * looked at here, so that nodes agree even when nobody mines. A join decides.
 */
export type Relation = 'very-old' | 'far-ahead' | 'old' | 'current' | 'equal' | 'ahead';

/** The filters of the reference, in its order. */
export function relationTo(own: Cut, claim: Claim): Relation {
  const { heads, network } = own;
  const lowest = lowestHeight(heads);
  const { diameter } = graphAt(network, lowest);
  if (claim.lowest + 2 * (1 + diameter) <= lowest) return 'very-old';
  if (claim.highest >= highestHeight(own) + cutLimits.farAhead) return 'far-ahead';
  let isHigher = false;
  let isLower = false;
  for (const [chain, head] of claim.heads) {
    const ours = heads.get(chain);
    if (ours === undefined) continue;
    isHigher ||= head.height > ours.height;
    isLower ||= head.height < ours.height;
  }
  if (isHigher) return 'ahead';
  if (areSameHeads(claim.heads, heads)) return 'current';
  return isLower && claim.weight <= cutWeight(own) ? 'old' : 'equal';
}

export function highestHeight({ heads }: Cut): number {
  let highest = 0;
  for (const { height } of heads.values()) highest = Math.max(highest, height);
  return highest;
}
