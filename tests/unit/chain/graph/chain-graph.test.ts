import { describe, expect, test } from 'vitest';
import {
  ChainGraph,
  graphNames,
  isGraphName,
  knownGraphs,
} from '../../../../src/chain/graph/chain-graph.ts';
import { chainVectorTest } from '../../../support/chain-vectors.ts';

// Consensus reference, section 1.1.
test.each([
  ['singleton', 1, 0, 0],
  ['pair', 2, 1, 1],
  ['triangle', 3, 2, 1],
  ['petersen', 10, 3, 2],
  ['twenty', 20, 3, 3],
] as const)('%s has order %i, degree %i and diameter %i', (name, order, degree, diameter) => {
  const graph = knownGraphs[name];
  expect([graph.order, graph.degree, graph.diameter]).toEqual([order, degree, diameter]);
});

chainVectorTest('chainweb/graphs.json', 'adjacency', (text) => {
  const vectors = JSON.parse(text) as Readonly<
    Record<string, Readonly<Record<string, readonly number[]>>>
  >;
  expect(Object.keys(vectors).sort()).toEqual([...graphNames].sort());
  for (const [name, lists] of Object.entries(vectors)) {
    if (!isGraphName(name)) throw new Error(name);
    expect(Object.values(lists)).toEqual(knownGraphs[name].neighbours);
  }
});

describe('adjacency lists that are not a chain graph', () => {
  test.each([
    [[], 'a chain graph needs at least one chain'],
    [[[0]], 'chain 0 is its own neighbour'],
    [
      [
        [1, 1],
        [0, 0],
      ],
      'chain 0 lists a neighbour twice',
    ],
    [[[1], [2], [1]], 'chain 0 names chain 1, but chain 1 does not name chain 0'],
    [[[5]], 'chain 0 names chain 5, which does not exist'],
    [
      [[1], [0, 2], [1]],
      'chain 1 has 2 neighbours and chain 0 has 1: all chains need the same number',
    ],
  ])('%j: %s', (lists, fault) => {
    expect(ChainGraph.of(lists)).toEqual({ ok: false, fault });
  });
});

describe('paths', () => {
  test.each([
    [0, 0, [0]],
    [0, 5, [0, 5]],
    [5, 1, [5, 8, 6, 1]],
  ])('from %i to %i over the twenty chains', (from, to, path) => {
    const found = knownGraphs.twenty.shortestPath(from, to);
    expect(found).toHaveLength(knownGraphs.twenty.distance(from, to) + 1);
    expect(found).toEqual(path);
  });

  test('there is none to a chain that does not exist', () => {
    expect(knownGraphs.pair.shortestPath(0, 7)).toBeUndefined();
  });

  test('a graph of separate parts is refused: it would be several networks', () => {
    expect(ChainGraph.of([[1], [0], [3], [2]])).toEqual({
      ok: false,
      fault: 'no path leads from chain 0 to chain 2',
    });
    expect(ChainGraph.of([[], []])).toMatchObject({ ok: false });
  });
});
