// Whole networks in virtual time, with the faults of a few seeds. `pact network simulate` runs many.

import { describe, expect, test } from 'vitest';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import {
  simulate,
  type SimulationOutcome,
  type SimulationSettings,
} from '../../../../src/p2p/simulation/run.ts';

const usual: SimulationSettings = {
  seed: 1,
  graph: knownGraphs.triangle,
  nodes: 5,
  blockMs: 10_000,
  lengthMs: 240_000,
  transactionsPerSecond: 0.5,
  attack: 'none',
};

const run = (more: Partial<SimulationSettings>): Promise<SimulationOutcome> =>
  simulate({ ...usual, ...more }, systemTimer);

describe('a network without faults', () => {
  test('agrees, and loses few blocks', async () => {
    const { violations, blocks, kept, healedMs, transactions } = await run({ faults: [] });
    expect(violations).toEqual([]);
    expect(blocks).toBeGreaterThan(40);
    expect(kept / blocks).toBeGreaterThan(0.9);
    expect(healedMs).toBeLessThan(1000);
    expect(transactions).toBeGreaterThan(50);
  });
});

describe('a network with partitions, restarts, wrong clocks and new certificates', () => {
  test.each([2, 3, 4])('heals, and nothing is violated on the way: seed %d', async (seed) => {
    const { violations, plan, blocks } = await run({ seed });
    expect(plan.length).toBeGreaterThan(2);
    expect(blocks).toBeGreaterThan(30);
    expect(violations).toEqual([]);
  });

  test('does the same again with the same seed', async () => {
    const lines: string[] = [];
    const again: string[] = [];
    const settings = { ...usual, seed: 6, lengthMs: 150_000 };
    const one = await simulate(settings, systemTimer, (line) => lines.push(line));
    const other = await simulate(settings, systemTimer, (line) => again.push(line));
    expect(again).toEqual(lines);
    expect(other.hash).toBe(one.hash);
    expect((await run({ ...settings, seed: 7 })).hash).not.toBe(one.hash);
  });
});
