import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { ExportProgress } from '../../../../src/tools/export/index.ts';
import { progressText } from '../../../../src/apps/cli/export/show-progress.ts';
import { emptyRows } from '../../../support/row-sink-contract.ts';

const blocks = (count: number) => Array.from({ length: count }, (_, i) => emptyRows(i));

test('the rate is that of the last seconds, and tells the time left', async () => {
  const time = new SimulatedTime({ startDateMs: 0 });
  const progress = new ExportProgress(time, () => undefined);
  progress.begin(100_000);
  expect(progress.secondsLeft()).toBeUndefined();
  // Slow at first, then ten times as fast.
  for (let second = 0; second < 60; second++) {
    await time.advance(1000);
    progress.add(blocks(second < 30 ? 10 : 100), 0);
  }
  expect(progress.blocks).toBe(3300);
  expect(Math.round(progress.rate().blocks)).toBe(100);
  expect(progress.left).toBe(96_700);
  expect(progressText(progress)).toBe(
    '3300 of 100000 blocks, 100 blocks/s, 0 transactions/s, 16 min 7 s left',
  );
});

test('blocks that replace others do not make the rest negative', () => {
  const progress = new ExportProgress(new SimulatedTime({ startDateMs: 0 }), () => undefined);
  progress.begin(1);
  progress.add(blocks(5), 4);
  expect([progress.blocks, progress.removed, progress.left]).toEqual([5, 4, 0]);
});
