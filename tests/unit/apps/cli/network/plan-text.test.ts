import { expect, test } from 'vitest';
import { planText } from '../../../../../src/apps/cli/network/plan-text.ts';
import { knownGraphs } from '../../../../../src/chain/graph/chain-graph.ts';
import { planOf, type PlanRequest } from '../../../../../src/p2p/simulation/planner/plan.ts';

const triangle: PlanRequest = {
  graph: knownGraphs.triangle,
  blockTime: 5,
  shares: [0.5, 0.3, 0.2],
  delay: 0.1,
  nodes: 3,
  sessions: 16,
  transactionsPerSecond: 1,
  transactionBytes: 1000,
  blockTransactions: 250,
  blocks: 3000,
  seed: 1,
};

const textOf = (more: Partial<PlanRequest>): string => {
  const request = { ...triangle, ...more };
  return planText(request, planOf(request), { isDelayKnown: more.delay !== undefined });
};

test('a plan says what it assumes, and each figure in a section', () => {
  const text = textOf({});
  expect(text).toContain('3 chains, a block on each every 5 s; 3 nodes, miners with 50, 30, 20 %');
  expect(text).toContain('0.1 s to other miners (estimated for one hop; --delay takes a measured');
  expect(text).toMatch(/  In a block +3\.\d s on average, half within/);
  const titles = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  expect(titles.slice(2)).toEqual([
    'Lost blocks',
    'Blocks taken back',
    'Confirmation',
    'Between chains',
    'Transactions',
    'Traffic',
  ]);
});

test('a single miner loses nothing, and the network needs it', () => {
  const text = textOf({ shares: [1], delay: 0 });
  expect(text).toContain('None: there is one miner. While it is down, the network stands still.');
  expect(text).not.toContain('Blocks taken back');
});

test('a network that is too fast, or has too little room, is told so', () => {
  const text = textOf({ delay: 3, transactionsPerSecond: 500 });
  expect(text).toContain('That is much: choose a longer block time');
  expect(text).toContain('That is too many: choose more chains');
  expect(text).toContain('Transactions wait for room in blocks, longer and longer');
});
