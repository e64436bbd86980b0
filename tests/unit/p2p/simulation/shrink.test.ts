import { expect, test } from 'vitest';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import type { SimulationSettings } from '../../../../src/p2p/simulation/run.ts';
import { shrink } from '../../../../src/p2p/simulation/shrink.ts';

const settings: SimulationSettings = {
  seed: 2,
  graph: knownGraphs.triangle,
  nodes: 3,
  blockMs: 10_000,
  lengthMs: 240_000,
  transactionsPerSecond: 0,
  faults: [0, 1],
  attack: 'none',
};

test('a run that does not fail has no smaller one', async () => {
  expect(await shrink({ ...settings, lengthMs: 180_000 }, systemTimer)).toBeUndefined();
});

test('faults that do not matter are left out, and time', async () => {
  // Whatever happens, such a network cannot agree: nobody would wait for it.
  const broken = { ...settings, neverHeals: true };
  const found = await shrink(broken, systemTimer);
  expect(found?.settings.faults).toEqual([]);
  expect(found?.settings.lengthMs).toBe(180_000);
  expect(found?.outcome.violations.join()).toContain('the cuts differ');
});
