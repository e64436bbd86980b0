// Hostile peers in a small network: what becomes of them, and that the others do not notice.

import { beforeAll, expect, test } from 'vitest';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import type { Attack } from '../../../../src/p2p/simulation/hostile/attack.ts';
import { attacks } from '../../../../src/p2p/simulation/hostile/attacks.ts';
import {
  simulate,
  type AttackerOutcome,
  type SimulationOutcome,
} from '../../../../src/p2p/simulation/run.ts';

const run = (attack: number | 'none'): Promise<SimulationOutcome> =>
  simulate(
    {
      seed: 1,
      graph: knownGraphs.triangle,
      nodes: 3,
      blockMs: 6000,
      lengthMs: 140_000,
      transactionsPerSecond: 0.5,
      faults: [],
      attack,
    },
    systemTimer,
  );

let calm: SimulationOutcome;
beforeAll(async () => {
  calm = await run('none');
});

test.each(attacks.map((attack) => [attack.name, attack] as const))(
  'a peer that %s',
  async (_, { numbers: [number = 0], expects }) => {
    const { violations, kept, attacker } = await run(number);
    expect(violations).toEqual([]);
    // Most of the blocks of a network without it.
    expect(kept).toBeGreaterThanOrEqual(0.8 * calm.kept);
    expect(attacker !== undefined && hasConsequence(attacker, expects)).toBe(true);
  },
);

function hasConsequence(
  { points, isBanned, answers }: AttackerOutcome,
  expected: Attack['expects'],
): boolean {
  const statuses = [...answers.keys()].filter((status) => status !== 'none');
  switch (expected) {
    case 'banned':
      return isBanned;
    case 'blamed':
      return points <= -10;
    case 'late':
      return points <= -2;
    case 'refused':
      return statuses.length > 0 && statuses.every((status) => status >= 400);
    case 'limited':
      return statuses.includes(429);
    case 'borne':
      return true;
  }
}
