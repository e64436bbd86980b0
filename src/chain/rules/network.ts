// The definition of a network: its name and code, the graph at each height, times, targets, forks, and its first
// blocks. Networks are data; the rules of this folder read them.
// Source: Chainweb/Version.hs; consensus reference, sections 1.3 and 1.4; delta, section 1.
import { assert } from '../../base/assert.ts';
import type { ChainGraph, ChainId } from '../graph/chain-graph.ts';
import type { BlockHeader, Hash, Micros } from '../model/header.ts';
import type { ExecutionSettings } from './execution/settings.ts';
import type { ForkPositions } from './forks.ts';
import { blockHash, genesisParentHash } from '../model/block-hash.ts';

export type Network = {
  readonly name: string;
  /** The number in headers that identifies the network. */
  readonly code: number;
  /** In ascending order of heights; the first one begins at height 0. */
  readonly graphs: readonly { readonly from: number; readonly graph: ChainGraph }[];
  /** The time between two blocks of a chain that the difficulty aims at. */
  readonly blockDelay: Micros;
  /** Blocks between two adjustments of the difficulty. */
  readonly window: number;
  readonly forks: ForkPositions;
  /** The highest fork number whose rules are known; miners vote up to it. */
  readonly maxForkNumber: number;
  /** The blocks of a fork epoch that carry votes; 120 more count them. */
  readonly voteCastingLength: number;
  readonly genesis: {
    readonly time: Micros;
    readonly target: (chain: ChainId) => bigint;
    readonly payloadHash: (chain: ChainId) => Hash;
  };
  /** Blocks need no proof of work. */
  readonly isPowDisabled: boolean;
  /** The first epoch begins at block 1 and not at genesis, whose time may be long ago. */
  readonly isFirstEpochAdjusted: boolean;
  /** The rules for executing blocks. */
  readonly execution: ExecutionSettings;
  /** What exchanges call the network and its coin; `undefined`: `defaultRosettaNames`. */
  readonly rosetta?: RosettaNames | undefined;
};

/** The names in the Rosetta interface. */
export type RosettaNames = {
  /** `undefined`: the product word of the node. */
  readonly blockchain: string | undefined;
  /** The symbol of the coin. */
  readonly symbol: string;
  /** Decimal places of its smallest unit in amounts. */
  readonly decimals: number;
};

export const defaultRosettaNames: RosettaNames = {
  blockchain: undefined,
  symbol: 'COIN',
  decimals: 12,
};

type ChainPlace = { readonly chainId: ChainId; readonly height: number };

export function graphAt(network: Pick<Network, 'graphs'>, height: number): ChainGraph {
  const found = network.graphs.findLast(({ from }) => from <= height);
  assert(found !== undefined, 'the first graph of a network begins at height 0');
  return found.graph;
}

/**
 * The graph that the adjacent parents of a block follow: that of its parent. At height 0 a block that
 * is not the first of its chain follows the newest graph, as the reference counts heights down there.
 */
export function adjacencyGraph(network: Network, place: ChainPlace): ChainGraph {
  if (isGenesis(network, place)) return graphAt(network, place.height);
  return graphAt(network, place.height === 0 ? Infinity : place.height - 1);
}

/** Returns `undefined` if the network never has the chain. */
export function genesisHeight(network: Network, chain: ChainId): number | undefined {
  let height: number | undefined;
  for (let i = network.graphs.length - 1; i >= 0; i--) {
    const era = network.graphs[i];
    if (era === undefined || !era.graph.has(chain)) break;
    height = era.from;
  }
  return height;
}

export function isGenesis(network: Network, { chainId, height }: ChainPlace): boolean {
  return genesisHeight(network, chainId) === height;
}

/** The chains of the newest graph. */
export function chainsOf(network: Pick<Network, 'graphs'>): readonly ChainId[] {
  return [...(network.graphs.at(-1)?.graph.neighbours.keys() ?? [])];
}

// The first block of a chain follows from its network alone.
// Source: Chainweb/BlockHeader/Internal.hs (genesisBlockHeader); consensus reference, section 2.7.

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
