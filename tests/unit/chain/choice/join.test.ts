import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../../../src/base/ports/random.ts';
import { equalBytes } from '../../../../src/base/bytes.ts';
import {
  braidFaults,
  compareCuts,
  cutHeight,
  cutWeight,
  extendCut,
  minableChains,
  type Cut,
} from '../../../../src/chain/choice/cut.ts';
import { ancestorAt } from '../../../../src/chain/choice/header-tree.ts';
import { joinCuts, limitCut, meetCuts } from '../../../../src/chain/choice/join.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import { hashesOf, HeaderWeb, mined, networkOn } from '../../../support/header-web.ts';

function numbers(seed: number): (below: number) => number {
  const random = new SeededRandom(seed);
  return (below) => random.below(below);
}

const graphs = {
  singleton: networkOn({ from: 0, graph: knownGraphs.singleton }),
  pair: networkOn({ from: 0, graph: knownGraphs.pair }),
  triangle: networkOn({ from: 0, graph: knownGraphs.triangle }),
  petersen: networkOn({ from: 0, graph: knownGraphs.petersen }),
  'pair, then triangle': networkOn(
    { from: 0, graph: knownGraphs.pair },
    { from: 3, graph: knownGraphs.triangle },
  ),
} as const;

const names = Object.keys(graphs) as (keyof typeof graphs)[];

/** Returns whether every block of the first cut is a block of the other, or an ancestor of one. */
function contains(web: HeaderWeb, inner: Cut, outer: Cut): boolean {
  return [...inner.heads].every(([chain, header]) => {
    const head = outer.heads.get(chain);
    const found = head && ancestorAt(web.tree(chain), head, header.height);
    return found !== undefined && equalBytes(found.hash, header.hash);
  });
}

describe.each(names)('on %s', (name) => {
  test('joins of random cuts are the same both ways, and never lose blocks of the heavier cut', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const choose = numbers(seed * 7919);
      const web = new HeaderWeb(graphs[name]);
      const shared = web.grow(web.start, choose(12), choose);
      const [one, other, third] = [0, 1, 2].map(() => web.grow(shared, choose(14), choose)) as [
        Cut,
        Cut,
        Cut,
      ];
      const join = (a: Cut, b: Cut): Cut => joinCuts(web.tree, a, b)!;
      const both = join(one, other);
      expect(hashesOf(join(other, one))).toEqual(hashesOf(both));
      expect(hashesOf(join(one, one))).toEqual(hashesOf(one));
      expect(hashesOf(join(both, one))).toEqual(hashesOf(both));
      const heavier = compareCuts(one, other) >= 0 ? one : other;
      expect(contains(web, heavier, both)).toBe(true);
      expect(compareCuts(both, heavier)).toBeGreaterThanOrEqual(0);
      expect(braidFaults(both)).toEqual([]);
      // Monotone: a join with a further cut is never smaller.
      expect(compareCuts(join(both, third), both)).toBeGreaterThanOrEqual(0);
      const meet = meetCuts(web.tree, one, other)!;
      expect(contains(web, meet, one) && contains(web, meet, other)).toBe(true);
      expect(contains(web, shared, meet)).toBe(true);
      expect(braidFaults(meet)).toEqual([]);
      const limited = limitCut(web.tree, both, 2)!;
      expect(
        Math.max(...[...limited.heads.values()].map(({ height }) => height)),
      ).toBeLessThanOrEqual(2);
      expect(contains(web, limited, both)).toBe(true);
    }
  });

  test('some chain can always be mined', () => {
    const choose = numbers(99);
    const web = new HeaderWeb(graphs[name]);
    let cut = web.start;
    for (let i = 0; i < 60; i++) {
      expect(minableChains(cut).length).toBeGreaterThan(0);
      expect(braidFaults(cut)).toEqual([]);
      cut = web.grow(cut, 1, choose);
    }
    expect(cut.heads.size).toBe(graphs[name].graphs.at(-1)!.graph.order);
  });
});

test('the heavier branch wins, and blocks of the lighter one are orphans that stay in the tree', () => {
  const web = new HeaderWeb(graphs.singleton);
  const short = web.mine(web.start, 0, { work: 10n });
  const long = web.mine(web.mine(web.start, 0, { nonce: 1n }), 0, { nonce: 2n });
  expect([cutHeight(short), cutWeight(short), cutHeight(long), cutWeight(long)]).toEqual([
    1,
    10n,
    2,
    2n,
  ]);
  expect(hashesOf(joinCuts(web.tree, short, long)!)).toEqual(hashesOf(short));
  expect(web.tree(0).get(long.heads.get(0)!.hash)).toBeDefined();
});

test('blocks of the lighter cut stay where they are on top of the heavier one', () => {
  const web = new HeaderWeb(graphs.pair);
  const one = web.mine(web.start, 0, { work: 9n });
  const other = web.mine(web.start, 1);
  const both = joinCuts(web.tree, one, other)!;
  expect(cutHeight(both)).toBe(2);
  expect(contains(web, one, both) && contains(web, other, both)).toBe(true);
});

test('equal weights and heights: the greater hashes win', () => {
  const web = new HeaderWeb(graphs.singleton);
  const cuts = [1n, 2n, 3n, 4n].map((nonce) => web.mine(web.start, 0, { nonce }));
  const sorted = [...cuts].sort(compareCuts);
  const best = cuts.reduce((at, cut) => joinCuts(web.tree, at, cut)!);
  expect(hashesOf(best)).toEqual(hashesOf(sorted.at(-1)!));
});

test('a chain waits for neighbours that are behind', () => {
  const web = new HeaderWeb(graphs.triangle);
  expect(minableChains(web.start)).toEqual([0, 1, 2]);
  const one = web.mine(web.start, 0);
  expect(minableChains(one)).toEqual([1, 2]);
  expect(minableChains(web.mine(web.mine(one, 1), 2))).toEqual([0, 1, 2]);
});

test('at a change of the graph all chains wait until the last one is there; then new chains begin', () => {
  const web = new HeaderWeb(graphs['pair, then triangle']);
  let cut = web.start;
  for (let height = 1; height <= 3; height++) cut = web.mine(web.mine(cut, 0), 1);
  expect([...cut.heads.keys()]).toEqual([0, 1, 2]);
  expect(cut.heads.get(2)!.height).toBe(3);
  const before = web.mine(limitCut(web.tree, cut, 2)!, 0);
  expect([...before.heads.keys()]).toEqual([0, 1]);
  expect(minableChains(before)).toEqual([1]);
});

test('a block extends a cut only on top of its heads', () => {
  const web = new HeaderWeb(graphs.pair);
  const { header, cut } = mined(web.start, 0);
  expect(extendCut(cut, header)).toBeUndefined();
  const other = mined(cut, 1, { nonce: 5n });
  expect(extendCut(web.start, other.header)).toBeDefined();
  const second = mined(other.cut, 0);
  expect(extendCut(cut, second.header)).toBeUndefined();
  expect(extendCut(other.cut, { ...second.header, chainId: 7 })).toBeUndefined();
});
