// Blocks at an interval: as many as there are chains in each, and not all at once.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { mineSteadily } from '../../../../src/node/mining/steady.ts';

async function minedIn(
  ms: number,
  parts: { readonly blockTimeMs: number; readonly chains: number },
) {
  const timer = new SimulatedTime();
  const made: number[] = [];
  const freshened: number[] = [];
  const miner = {
    freshen: (chain: number) => void freshened.push(chain),
    mineNext: () => void made.push(timer.nowMs()),
  };
  const chains = Array.from({ length: parts.chains }, (_, i) => i);
  const stop = mineSteadily({ ...parts, chains, miner, timer });
  expect(freshened).toEqual(chains);
  await timer.advance(ms);
  stop();
  await timer.advance(ms);
  return made;
}

test('the chains take turns within the interval', async () => {
  expect(await minedIn(2_000, { blockTimeMs: 1_000, chains: 2 })).toEqual([500, 1000, 1500, 2000]);
});

test('where the turns would be too short, one turn makes several blocks', async () => {
  const made = await minedIn(100, { blockTimeMs: 100, chains: 20 });
  expect(made).toHaveLength(20);
  expect(made.filter((at) => at === 10)).toHaveLength(2);
});

test('one chain, and less time than a turn takes', async () => {
  expect(await minedIn(3_000, { blockTimeMs: 1_000, chains: 1 })).toEqual([1000, 2000, 3000]);
  expect(await minedIn(20, { blockTimeMs: 5, chains: 1 })).toHaveLength(4);
});
