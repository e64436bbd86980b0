// The planner against the formulas, and against figures that were simulated elsewhere.

import { describe, expect, test } from 'vitest';
import { knownGraphs, type GraphName } from '../../../../../src/chain/graph/chain-graph.ts';
import {
  planOf,
  type Plan,
  type PlanRequest,
} from '../../../../../src/p2p/simulation/planner/plan.ts';

const fiveMiners = [0.2, 0.2, 0.2, 0.2, 0.2];

function plan(graph: GraphName, more: Partial<PlanRequest>): Plan {
  return planOf({
    graph: knownGraphs[graph],
    blockTime: 30,
    shares: fiveMiners,
    delay: 0,
    nodes: 5,
    sessions: 16,
    transactionsPerSecond: 0,
    transactionBytes: 1000,
    blockTransactions: 100,
    blocks: 12_000,
    seed: 1,
    ...more,
  });
}

/** Within 20 % of it, or one point. */
function expectNear(share: number, expected: number): void {
  expect(Math.abs(share - expected)).toBeLessThanOrEqual(Math.max(0.2 * expected, 0.01));
}

// Per cent of orphans by delay in seconds, for triangle, petersen, twenty: five equal miners, 30 seconds.
const orphans: readonly (readonly [number, number, number, number])[] = [
  [0.5, 2.2, 2.9, 3.4],
  [1, 4.8, 5.7, 6],
  [2, 8.6, 10.9, 11],
  [5, 17.9, 22.5, 24],
  [10, 31.1, 36.3, 39.4],
];

describe.each(orphans)('a delay of %d seconds', (delay, triangle, petersen, twenty) => {
  test.each([
    ['triangle', triangle],
    ['petersen', petersen],
    ['twenty', twenty],
  ] as const)('on %s loses %d per cent of blocks', (graph, percent) => {
    const { orphanShare, orphanFormula, meanGap } = plan(graph, { delay });
    expectNear(orphanShare, percent / 100);
    expectNear(orphanShare, orphanFormula);
    // The chains grow slower by what is lost.
    expectNear(30 / meanGap, 1 - orphanShare);
  });
});

test.each<readonly [string, GraphName, Partial<PlanRequest>, number]>([
  ['a large miner', 'twenty', { shares: [0.6, 0.1, 0.1, 0.1, 0.1], delay: 2 }, 0.09],
  ['ten miners', 'twenty', { shares: Array.from({ length: 10 }, () => 0.1), delay: 2 }, 0.13],
  ['fast blocks', 'triangle', { shares: [1 / 3, 1 / 3, 1 / 3], blockTime: 1, delay: 0.1 }, 0.099],
])('%s', (_, graph, more, share) => {
  const { orphanShare, orphanFormula } = plan(graph, more);
  expectNear(orphanShare, share);
  expectNear(orphanShare, orphanFormula);
});

test.each([
  ['triangle', 0.667],
  ['petersen', 0.472],
  ['twenty', 0.413],
] as const)('without delay, miners of %s can extend %d of its chains', (graph, share) => {
  const planned = plan(graph, {});
  expect(planned.minableShare).toBeCloseTo(share, 1);
  expect(planned.orphanShare).toBe(0);
  expect(planned.takenBackPerDay).toEqual([]);
  expect(planned.gapVariation).toBeGreaterThan(0.6);
  expect(planned.gapVariation).toBeLessThan(0.74);
});

// Mean, median and 95th percentile of seconds until a block, 6 and 20 more: without delay, thirty seconds.
test.each<readonly [GraphName, readonly (readonly [number, number, number])[]]>([
  [
    'twenty',
    [
      [22, 18, 56],
      [194, 192, 248],
      [610, 610, 679],
    ],
  ],
  [
    'triangle',
    [
      [22, 17, 59],
      [197, 193, 280],
      [610, 610, 708],
    ],
  ],
])('transactions on %s are confirmed in time', (graph, expected) => {
  const { confirmed, waitFormula } = plan(graph, {});
  for (const [at, [mean, median, p95]] of expected.entries()) {
    const seconds = confirmed[at]?.seconds ?? { mean: 0, median: 0, p95: 0 };
    expect(Math.abs(seconds.mean / mean - 1)).toBeLessThan(0.15);
    expect(Math.abs(seconds.median / median - 1)).toBeLessThan(0.15);
    expect(Math.abs(seconds.p95 / p95 - 1)).toBeLessThan(0.15);
  }
  expect(Math.abs((confirmed[0]?.seconds.mean ?? 0) / waitFormula - 1)).toBeLessThan(0.1);
});

test('a transfer between chains takes a block more than their distance', () => {
  const { crossChain } = plan('twenty', {});
  expect(crossChain.map(({ distance }) => distance)).toEqual([1, 2, 3]);
  for (const { distance, seconds } of crossChain) {
    // It is redeemed one block after the first one that has it in its past.
    expect(Math.abs(seconds.mean / ((distance + 1) * 30) - 1)).toBeLessThan(0.1);
  }
  expect(plan('singleton', {}).crossChain).toEqual([]);
});

test('miners take back one block often at a long delay, and more of them rarely', () => {
  const [one = 0, two = 0, three = 0] = plan('twenty', { delay: 5 }).takenBackPerDay;
  expect(one).toBeGreaterThan(10 * two);
  expect(two).toBeGreaterThan(10 * three);
  expect(two).toBeGreaterThan(0);
  expect(plan('twenty', { delay: 0.5 }).takenBackPerDay.length).toBeLessThanOrEqual(2);
});

test('more transactions than blocks have room for wait ever longer', () => {
  const { capacity } = plan('triangle', {});
  expect(Math.abs(capacity - 10)).toBeLessThan(0.5);
  const mean = (transactionsPerSecond: number): number =>
    plan('triangle', { transactionsPerSecond }).confirmed[0]?.seconds.mean ?? 0;
  expect(mean(1)).toBeLessThan(25);
  expect(mean(12)).toBeGreaterThan(10 * mean(1));
});

test('cuts are most of the traffic of a quiet network', () => {
  const { bandwidth } = plan('twenty', { nodes: 100, sessions: 20 });
  // 20 sessions, 0.67 blocks a second, 1.8 kB for each cut.
  expect(Math.abs(bandwidth.cuts / 42_000 - 1)).toBeLessThan(0.1);
  expect(bandwidth.blocks).toBeLessThan(300);
});

test('the same seed gives the same plan', () => {
  const request = { delay: 2, blocks: 1000 };
  expect(plan('petersen', request)).toEqual(plan('petersen', request));
  expect(plan('petersen', request)).not.toEqual(plan('petersen', { ...request, seed: 2 }));
});
