// The log tells when a node falls behind its peers, and how far it is.
import { expect, test } from 'vitest';
import { logSync } from '../../../../../src/apps/cli/node/log-sync.ts';
import { SimulatedTime } from '../../../../../src/base/ports/simulated-time.ts';
import type { SyncProgress } from '../../../../../src/p2p/sync/port.ts';

test('a change is told once, and progress every ten seconds', async () => {
  const time = new SimulatedTime();
  let progress: SyncProgress = {
    mode: 'near',
    height: 5,
    goal: 5,
    blocksPerSecond: 0,
    secondsLeft: undefined,
    problem: undefined,
    doubtedChains: [],
  };
  const lines: string[] = [];
  const log = {
    log: (level: string, sentence: string, data: object = {}) =>
      lines.push(`${time.nowMs()} ${level} ${sentence} ${JSON.stringify(data)}`),
  };
  const stop = logSync({ progress: () => progress }, { log, clock: time, timer: time });
  await time.advance(5000);
  progress = { ...progress, mode: 'far-behind', goal: 900, blocksPerSecond: 99.6, secondsLeft: 9 };
  await time.advance(12_000);
  progress = { ...progress, mode: 'diverged', problem: 'a deep fork' };
  await time.advance(60_000);
  stop();
  progress = { ...progress, mode: 'near', problem: undefined };
  await time.advance(10_000);
  const behind = '{"height":5,"goal":900,"blocksPerSecond":100,"secondsLeft":9}';
  expect(lines).toEqual([
    '1000 info in step with peers {"height":5,"goal":5}',
    `6000 info syncing ${behind}`,
    `16000 info syncing ${behind}`,
    '18000 error problem {"sentence":"a deep fork"}',
    '18000 warn diverged {"height":5,"goal":900}',
  ]);
});
