// A node whose blocks have a time in the future says so when it starts, with the way back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../src/base/platform/system.ts';
import { OnDemandMiner } from '../../../../src/node/engine/mining/on-demand.ts';
import { minerOf } from '../../../../src/node/devnet/accounts.ts';
import { minerKey, smallNetwork, startNode } from '../../../support/real-nodes.ts';
import { systemTimer } from '../../../../src/base/platform/system.ts';

test('a node with blocks ahead of the clock says so at the start, but a replay does not', async () => {
  const data = mkdtempSync(join(tmpdir(), 'pact-clock-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const small = smallNetwork();
  const yearMs = 365 * 86_400_000;
  const clock = { ...systemClock, dateMs: () => systemClock.dateMs() + yearMs };
  const first = startNode(small, { data }, { clock });
  const onTrouble = (sentence: string) => expect.fail(sentence);
  const { engine } = first.running;
  const making = { engine, miner: minerOf(minerKey), maxTransactions: 10, onTrouble };
  new OnDemandMiner({ ...making, timer: systemTimer }).mine(0);
  await first.running.stop();
  expect(first.troubles).toEqual([]);
  const again = startNode(small, { data });
  await again.running.stop();
  expect(again.troubles).toEqual([
    expect.stringMatching(
      /^the newest block is of .*, 364 days ahead of the clock of this machine: if the clock is wrong, set it right; otherwise wait until .* 'pact node restore'$/,
    ),
  ]);
  const replay = startNode(small, { data }, { isReading: true });
  await replay.running.stop();
  expect(replay.troubles).toEqual([]);
});
