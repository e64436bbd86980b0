// The graphs that networks use by name. Source: digraph, Data/DiGraph.hs; consensus reference, section 1.2.

import { assert } from '../../base/assert.ts';
import { ChainGraph } from './chain-graph.ts';

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

function parse(text: string): ChainGraph {
  const lists = text.split(',').map((list) => list.split(/\s+/).filter(Boolean).map(Number));
  const graph = ChainGraph.of(lists);
  assert(graph.ok, 'known graphs are regular');
  return graph.value;
}
