// Blocks at an interval instead of on demand.
import { expect, test } from 'vitest';
import { startDevnet, transferOf } from '../../../support/devnets.ts';

const heights = (devnet: ReturnType<typeof startDevnet>['devnet']): readonly number[] =>
  [...devnet.node.cut().heads.values()].map(({ height }) => height);

test('each chain gets its block within the interval, and the chains take turns', async () => {
  const { devnet, time } = startDevnet({ chains: 2, blockTimeMs: 10_000 });
  expect(heights(devnet)).toEqual([1, 1]);
  await time.advance(4_999);
  expect(heights(devnet)).toEqual([1, 1]);
  await time.advance(1);
  expect(heights(devnet)).toEqual([2, 1]);
  await time.advance(5_000);
  expect(heights(devnet)).toEqual([2, 2]);
  await time.advance(30_000);
  expect(heights(devnet)).toEqual([5, 5]);
  await devnet.stop();
  await time.advance(30_000);
  expect(heights(devnet)).toEqual([5, 5]);
});

test('a new network accepts transactions of today before its first interval is over', async () => {
  const { devnet, time } = startDevnet({ chains: 1, blockTimeMs: 60_000 });
  const chain = devnet.node.chain(0)!;
  const transfer = transferOf(1);
  expect(await chain.submit([transfer])).toEqual({ ok: true, value: [transfer.hash] });
  expect((await chain.poll([transfer.hash])).size).toBe(0);
  await time.advance(60_000);
  expect((await chain.poll([transfer.hash])).get(transfer.hash)?.kind).toBe('mined');
  await devnet.stop();
});
