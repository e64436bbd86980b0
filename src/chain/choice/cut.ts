// A cut: one block of each chain, all consistent with each other. It is the state of a network.
// Source: Chainweb/Cut.hs; consensus reference, sections 5.1 to 5.4.

import { compareBytes, equalBytes } from '../../base/bytes.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import { genesisParentHash } from '../model/block-hash.ts';
import type { BlockHeader, Hash } from '../model/header.ts';
import { type Network, genesisHeader, graphAt, isGenesis } from '../rules/network.ts';

export type Cut = {
  readonly network: Network;
  readonly heads: ReadonlyMap<ChainId, BlockHeader>;
};

/** The first blocks of the chains that begin at height 0. */
export function genesisCut(network: Network): Cut {
  return cutOf(
    network,
    new Map(
      [...graphAt(network, 0).neighbours.keys()].flatMap((chain) => {
        const header = genesisHeader(network, chain);
        return header === undefined ? [] : [[chain, header] as const];
      }),
    ),
  );
}

/** Chains in ascending order; chains that join at the lowest height are added, others left out. */
export function cutOf(network: Network, heads: ReadonlyMap<ChainId, BlockHeader>): Cut {
  return project(network, withNewChains(network, heads));
}

export function cutHeight({ heads }: Cut): number {
  return [...heads.values()].reduce((sum, { height }) => sum + height, 0);
}

export function cutWeight({ heads }: Cut): bigint {
  return [...heads.values()].reduce((sum, { weight }) => sum + weight, 0n);
}

export function lowestHeight(heads: ReadonlyMap<ChainId, BlockHeader>): number {
  let lowest = Infinity;
  for (const { height } of heads.values()) lowest = Math.min(lowest, height);
  return lowest === Infinity ? 0 : lowest;
}

/** More work first; then more blocks; then the greater list of block hashes, sorted. */
export function compareCuts(left: Cut, right: Cut): number {
  const weights = compareNumbers(cutWeight(left), cutWeight(right));
  if (weights !== 0) return weights;
  const heights = compareNumbers(cutHeight(left), cutHeight(right));
  return heights === 0 ? compareHashLists(sortedHashes(left), sortedHashes(right)) : heights;
}

/**
 * Returns the cut with this block as the head of its chain, or `undefined` if it does not extend the cut: its parent
 * must be a head, and each adjacent parent a head or the parent of one.
 */
export function extendCut(cut: Cut, header: BlockHeader): Cut | undefined {
  const { network, heads } = cut;
  const head = heads.get(header.chainId);
  if (head === undefined || !equalBytes(header.parent, head.hash)) return undefined;
  const fits = header.adjacents.every(({ chainId, hash }) => {
    const other = heads.get(chainId);
    if (other !== undefined) return equalBytes(other.hash, hash) || equalBytes(other.parent, hash);
    return isGenesis(network, header) && equalBytes(hash, genesisParentHash(network.code, chainId));
  });
  if (!fits) return undefined;
  const extended = new Map(heads).set(header.chainId, header);
  // The usual case, for each block of a long way: all chains are there, and stay in order.
  const isWhole = extended.size === heads.size && hasAllChains(network, extended);
  return { network, heads: isWhole ? extended : withNewChains(network, extended) };
}

type Heads = ReadonlyMap<ChainId, { readonly hash: Hash }>;

/** Whether two cuts, or what is known of them, have the same blocks on the same chains. */
export function areSameHeads(left: Heads, right: Heads): boolean {
  if (left === right) return true;
  if (left.size !== right.size) return false;
  for (const [chain, { hash }] of left) {
    const other = right.get(chain);
    if (other === undefined || !equalBytes(other.hash, hash)) return false;
  }
  return true;
}

/** Returns inconsistent blocks, as pairs of chains; none in a valid cut. */
export function braidFaults({ heads }: Cut): readonly (readonly [ChainId, ChainId])[] {
  const faults: [ChainId, ChainId][] = [];
  for (const [chain, header] of heads) {
    for (const { chainId } of header.adjacents) {
      const other = heads.get(chainId);
      if (other !== undefined && !isBraided(header, other)) faults.push([chain, chainId]);
    }
  }
  return faults;
}

function isBraided(header: BlockHeader, other: BlockHeader): boolean {
  const above = header.height - other.height;
  if (above < 0) return above === -1;
  if (above > 1) return false;
  const named = adjacentHash(header, other.chainId);
  if (above === 1) return named !== undefined && equalBytes(named, other.hash);
  const back = adjacentHash(other, header.chainId);
  // Blocks at the transition to another graph need not name each other.
  if (named === undefined || back === undefined) return true;
  return equalBytes(other.parent, named) && equalBytes(header.parent, back);
}

export function adjacentHash({ adjacents }: BlockHeader, chain: ChainId): Hash | undefined {
  return adjacents.find(({ chainId }) => chainId === chain)?.hash;
}

/** Returns the blocks that a new block on a chain refers to. */
export type Extension = {
  readonly parent: BlockHeader;
  readonly adjacents: readonly { readonly chainId: ChainId; readonly hash: Hash }[];
};

/** Returns `undefined` if the chain must wait for a neighbour. */
export function extensionOf({ network, heads }: Cut, chain: ChainId): Extension | undefined {
  const parent = heads.get(chain);
  if (parent === undefined) return undefined;
  const graph = graphAt(network, parent.height);
  // At a transition every chain waits until all have reached its height.
  if (graphAt(network, lowestHeight(heads)) !== graph) return undefined;
  const adjacents: { readonly chainId: ChainId; readonly hash: Hash }[] = [];
  for (const chainId of graph.adjacentTo(chain)) {
    const other = heads.get(chainId);
    if (other === undefined || other.height < parent.height) return undefined;
    adjacents.push({ chainId, hash: other.height === parent.height ? other.hash : other.parent });
  }
  return { parent, adjacents };
}

export function minableChains(cut: Cut): readonly ChainId[] {
  return [...cut.heads.keys()].filter((chain) => extensionOf(cut, chain) !== undefined);
}

function hasAllChains(network: Network, heads: ReadonlyMap<ChainId, BlockHeader>): boolean {
  for (const chain of graphAt(network, lowestHeight(heads)).neighbours.keys()) {
    if (!heads.has(chain)) return false;
  }
  return true;
}

/** Adds the first blocks of chains that begin at the lowest height of the cut, or below. */
export function withNewChains(
  network: Network,
  heads: ReadonlyMap<ChainId, BlockHeader>,
): ReadonlyMap<ChainId, BlockHeader> {
  const graph = graphAt(network, lowestHeight(heads));
  const all = new Map(heads);
  for (const chain of graph.neighbours.keys()) {
    const first = all.has(chain) ? undefined : genesisHeader(network, chain);
    if (first !== undefined) all.set(chain, first);
  }
  return inOrder(all);
}

/** Leaves out chains that do not exist yet at the lowest height. */
export function project(network: Network, heads: ReadonlyMap<ChainId, BlockHeader>): Cut {
  const graph = graphAt(network, lowestHeight(heads));
  return { network, heads: inOrder(new Map([...heads].filter(([chain]) => graph.has(chain)))) };
}

function inOrder(heads: ReadonlyMap<ChainId, BlockHeader>): ReadonlyMap<ChainId, BlockHeader> {
  return new Map([...heads].sort(([left], [right]) => left - right));
}

function sortedHashes({ heads }: Cut): readonly Hash[] {
  return [...heads.values()].map(({ hash }) => hash).sort(compareBytes);
}

function compareHashLists(left: readonly Hash[], right: readonly Hash[]): number {
  for (const [i, hash] of left.entries()) {
    const other = right[i];
    const order = other === undefined ? 1 : compareBytes(hash, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareNumbers<T extends bigint | number>(left: T, right: T): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
