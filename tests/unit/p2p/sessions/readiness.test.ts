// The sentences of /health-check about blocks that a node lacks, and why it makes no blocks.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { progressText, Readiness } from '../../../../src/p2p/sessions/readiness.ts';
import type { SyncProgress } from '../../../../src/p2p/sync/port.ts';

const near: SyncProgress = {
  mode: 'near',
  height: 1200,
  goal: 5000,
  blocksPerSecond: 0,
  secondsLeft: undefined,
  problem: undefined,
  doubtedChains: [],
};

const alone: SyncProgress = { ...near, mode: 'alone' };

/** `ranMs`: how long the node runs. */
async function readinessOf(
  progress: SyncProgress,
  { ranMs = 60_000, mayBeAlone = false, knowsNobody = false } = {},
): Promise<Readiness> {
  const clock = new SimulatedTime();
  const readiness = new Readiness({ progress: () => progress, clock, mayBeAlone, knowsNobody });
  await clock.advance(ranMs);
  return readiness;
}

test.each([
  [{}, undefined],
  [{ mode: 'alone' }, 'alone: no peer has answered for a minute'],
  [{ mode: 'behind' }, 'syncing: height 1200 of 5000'],
  [
    { mode: 'far-behind', blocksPerSecond: 149.7, secondsLeft: 25.3 },
    'syncing: height 1200 of 5000, 150 blocks a second, 26 s left',
  ],
  [{ mode: 'diverged' }, expect.stringMatching(/^diverged: /)],
  [{ problem: 'chain 3 stands still' }, 'chain 3 stands still'],
] as const)('%j', async (change, sentence) => {
  const readiness = await readinessOf({ ...near, ...change });
  expect(readiness.unready()).toEqual(sentence);
});

test('a node that mines without peers is ready without them', async () => {
  const readiness = await readinessOf(alone, { mayBeAlone: true });
  expect(readiness.unready()).toBeUndefined();
});

test.each([
  [{ ranMs: 59_999 }, true],
  [{ ranMs: 4999, mayBeAlone: true }, true],
  [{ ranMs: 5000, mayBeAlone: true }, false],
  [{ ranMs: 0, mayBeAlone: true, knowsNobody: true }, false],
])('a node without an answer is starting: %j', async (options, isStarting) => {
  const readiness = await readinessOf(alone, options);
  const sentence = isStarting ? 'starting: no peer has answered yet' : undefined;
  expect([readiness.unready(), readiness.unminable()]).toEqual([sentence, sentence]);
});

test('a node with an answer is not starting', async () => {
  const readiness = await readinessOf(near, { ranMs: 0 });
  expect([readiness.unready(), readiness.unminable()]).toEqual([undefined, undefined]);
});

test.each([
  [{ goal: undefined }, 'height 1200'],
  [{ blocksPerSecond: 3.14159 }, 'height 1200 of 5000, 3.1 blocks a second'],
  [{ secondsLeft: 89.5 }, 'height 1200 of 5000, 90 s left'],
  [{ secondsLeft: 90 }, 'height 1200 of 5000, 2 min left'],
  [{ secondsLeft: 9000 }, 'height 1200 of 5000, 3 h left'],
])('%j', (change, text) => {
  expect(progressText({ ...near, ...change })).toBe(text);
});

test.each([
  [{}, undefined],
  [{ problem: 'blocks of other nodes are in the future' }, undefined],
  [{ mode: 'diverged', problem: 'a deep fork' }, undefined],
  [{ mode: 'behind' }, 'syncing: height 1200 of 5000'],
  [{ mode: 'alone' }, 'alone: no peer has answered for a minute'],
  [{ doubtedChains: [3] }, 'this node refuses a block of chain 3 that other nodes accept'],
] as const)('mining with %j', async (change, sentence) => {
  const readiness = await readinessOf({ ...near, ...change });
  expect(readiness.unminable()).toBe(sentence);
});
