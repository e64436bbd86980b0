// The sentences of /health-check about blocks that a node lacks.
import { expect, test } from 'vitest';
import {
  progressText,
  unminableSentence,
  unreadySentence,
} from '../../../../src/p2p/sessions/readiness.ts';
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
] as const)('%j', (change, sentence) => {
  expect(unreadySentence({ ...near, ...change }, { mayBeAlone: false })).toEqual(sentence);
});

test('a node that mines without peers is ready without them', () => {
  expect(unreadySentence({ ...near, mode: 'alone' }, { mayBeAlone: true })).toBeUndefined();
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
] as const)('mining with %j', (change, sentence) => {
  expect(unminableSentence({ ...near, ...change }, { mayBeAlone: false })).toBe(sentence);
});
