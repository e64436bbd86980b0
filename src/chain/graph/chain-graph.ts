// A chain graph defines which chains refer to each other. It is undirected and regular, and no chain is its own
// neighbour. Chains are numbered from 0.
// Source: Chainweb/Graph.hs; reference/chainweb-consensus.md, section 1.1.
import { type Result, bad, good } from '../../base/result.ts';
import { assert } from '../../base/assert.ts';

export type ChainId = number;

export class ChainGraph {
  /** The neighbours of each chain, in ascending order: block hashes depend on that order. */
  readonly neighbours: readonly (readonly ChainId[])[];
  readonly degree: number;
  private distances: readonly (readonly number[])[] | undefined;

  private constructor(neighbours: readonly (readonly ChainId[])[]) {
    this.neighbours = neighbours;
    this.degree = neighbours[0]?.length ?? 0;
  }

  /** Checks the adjacency lists of chains 0 to n-1, given in any order. */
  static of(lists: readonly (readonly ChainId[])[]): Result<ChainGraph, string> {
    const fault = graphFault(lists);
    if (fault !== undefined) return bad(fault);
    return good(new ChainGraph(lists.map((list) => [...list].sort((a, b) => a - b))));
  }

  get order(): number {
    return this.neighbours.length;
  }

  has(chain: ChainId): boolean {
    return chain < this.order;
  }

  /** Returns an empty list for a chain that the graph does not have. */
  adjacentTo(chain: ChainId): readonly ChainId[] {
    return this.neighbours[chain] ?? [];
  }

  /** Returns the number of edges on a shortest path; `Infinity` if there is none. */
  distance(from: ChainId, to: ChainId): number {
    this.distances ??= this.neighbours.map((_, chain) => distancesFrom(this.neighbours, chain));
    return this.distances[from]?.[to] ?? Infinity;
  }

  /** The largest distance between two chains. */
  get diameter(): number {
    let max = 0;
    for (const from of this.neighbours.keys()) {
      for (const to of this.neighbours.keys()) max = Math.max(max, this.distance(from, to));
    }
    return max;
  }

  /** Returns the chains on a shortest path, both ends included; lower chains are preferred if there are several. */
  shortestPath(from: ChainId, to: ChainId): readonly ChainId[] | undefined {
    if (this.distance(from, to) === Infinity) return undefined;
    const path = [from];
    for (let at = from; at !== to;) {
      const left = this.distance(at, to);
      at = this.adjacentTo(at).find((next) => this.distance(next, to) === left - 1) ?? to;
      path.push(at);
    }
    return path;
  }
}

/** Returns what is wrong with adjacency lists, as a sentence for authors of network files. */
function graphFault(lists: readonly (readonly ChainId[])[]): string | undefined {
  const [first] = lists;
  if (first === undefined) return 'a chain graph needs at least one chain';
  if (lists.length > 1 && first.length === 0) {
    return 'chain 0 has no neighbour: only the graph of a single chain has none';
  }
  const sets = lists.map((list) => new Set(list));
  for (const [chain, list] of lists.entries()) {
    if (list.length !== first.length) {
      return `chain ${chain} has ${list.length} neighbours and chain 0 has ${first.length}: all chains need the same number`;
    }
    if (sets[chain]?.size !== list.length) return `chain ${chain} lists a neighbour twice`;
    for (const other of list) {
      if (other === chain) return `chain ${chain} is its own neighbour`;
      const back = sets[other];
      if (back === undefined) return `chain ${chain} names chain ${other}, which does not exist`;
      if (!back.has(chain)) {
        return `chain ${chain} names chain ${other}, but chain ${other} does not name chain ${chain}`;
      }
    }
  }
  const apart = distancesFrom(lists, 0).findIndex((distance) => distance === Infinity);
  return apart < 0 ? undefined : `no path leads from chain 0 to chain ${apart}`;
}

function distancesFrom(lists: readonly (readonly ChainId[])[], from: ChainId): readonly number[] {
  const distances = lists.map(() => Infinity);
  distances[from] = 0;
  const queue = [from];
  for (const chain of queue) {
    for (const next of lists[chain] ?? []) {
      if (distances[next] !== Infinity) continue;
      distances[next] = (distances[chain] ?? 0) + 1;
      queue.push(next);
    }
  }
  return distances;
}

// The graphs that networks use by name. Source: digraph, Data/DiGraph.hs; consensus reference, section 1.2.

/** The neighbours of each chain; chains are separated by commas. */
const adjacency = {
  singleton: '',
  pair: '1, 0',
  triangle: '1 2, 0 2, 0 1',
  petersen: '2 3 5, 3 4 6, 0 4 7, 0 1 8, 1 2 9, 0 6 9, 1 5 7, 2 6 8, 3 7 9, 4 5 8',
  twenty: `5 10 15, 6 11 16, 7 12 17, 8 13 18, 9 14 19, 0 7 8, 1 8 9, 2 5 9, 3 5 6, 4 6 7,
    0 11 19, 1 10 12, 2 11 13, 3 12 14, 4 13 15, 0 14 16, 1 15 17, 2 16 18, 3 17 19, 4 10 18`,
} as const;

export type GraphName = keyof typeof adjacency;

export function isGraphName(name: string): name is GraphName {
  return Object.hasOwn(adjacency, name);
}

export const graphNames: readonly GraphName[] = Object.keys(adjacency).filter(isGraphName);

export const knownGraphs: Readonly<Record<GraphName, ChainGraph>> = {
  singleton: parse(adjacency.singleton),
  pair: parse(adjacency.pair),
  triangle: parse(adjacency.triangle),
  petersen: parse(adjacency.petersen),
  twenty: parse(adjacency.twenty),
};

/** Returns the known graph of so many chains. */
export function graphNameOf(chains: number): GraphName | undefined {
  return graphNames.find((name) => knownGraphs[name].order === chains);
}

function parse(text: string): ChainGraph {
  const lists = text.split(',').map((list) => list.split(/\s+/).filter(Boolean).map(Number));
  const graph = ChainGraph.of(lists);
  assert(graph.ok, 'known graphs are regular');
  return graph.value;
}
