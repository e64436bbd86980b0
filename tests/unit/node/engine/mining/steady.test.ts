// Blocks at an interval: one for each chain in every interval, but not all at once.
import { expect, test } from 'vitest';
import { SeededRandom } from '../../../../../src/base/ports/random.ts';
import { SimulatedTime } from '../../../../../src/base/ports/simulated-time.ts';
import { MiningGate } from '../../../../../src/node/engine/mining/mining-gate.ts';
import { mineSteadily } from '../../../../../src/node/engine/mining/on-demand.ts';

async function minedIn(
  ms: number,
  parts: { readonly blockTimeMs: number; readonly chains: number },
) {
  const timer = new SimulatedTime();
  const made: number[] = [];
  const freshened: number[] = [];
  const miner = {
    freshen: (chain: number) => void freshened.push(chain),
    mineNext: () => {
      made.push(timer.nowMs());
      return false;
    },
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

test('if the turns would be too short, one turn makes several blocks', async () => {
  const made = await minedIn(100, { blockTimeMs: 100, chains: 20 });
  expect(made).toHaveLength(20);
  expect(made.filter((at) => at === 10)).toHaveLength(2);
});

test('one chain, and less time than a turn takes', async () => {
  expect(await minedIn(3_000, { blockTimeMs: 1_000, chains: 1 })).toEqual([1000, 2000, 3000]);
  expect(await minedIn(20, { blockTimeMs: 5, chains: 1 })).toHaveLength(4);
});

test('a full block is made in several turns, and blocks that become due meanwhile follow it', async () => {
  const timer = new SimulatedTime();
  const done: number[] = [];
  const works: object[] = [];
  let left = 0;
  let isLong = true;
  const stop = mineSteadily({
    miner: {
      freshen: () => undefined,
      mineNext(work) {
        works.push(work);
        if (left === 0 && isLong) left = 3;
        if (--left > 0) return true;
        left = 0;
        done.push(timer.nowMs());
        return false;
      },
    },
    timer: {
      // Requests take a further 30 ms between two turns.
      after: (ms, run) => timer.after(ms + 30, run),
      every: (ms, run) => timer.every(ms, run),
      soon: (run) => void timer.after(0, run),
    },
    blockTimeMs: 120,
    chains: [0, 1],
  });
  await timer.advance(60);
  expect(works).toEqual([{ turnMs: 5, maxMs: 20 }]);
  await timer.advance(90);
  // One that began at 60, and right after it the one that was due at 120.
  expect(done).toEqual([140]);
  isLong = false;
  await timer.advance(90);
  // Another one was due by then.
  expect(done).toEqual([140, 220, 220, 240]);
  await timer.advance(180);
  expect(done).toEqual([140, 220, 220, 240, 300, 360, 420]);
  stop();
  await timer.advance(500);
  expect(done).toHaveLength(7);
});

test('blocks that cannot be made in time are left out', async () => {
  const timer = new SimulatedTime();
  let isBusy = true;
  let made = 0;
  const stop = mineSteadily({
    miner: {
      freshen: () => undefined,
      mineNext() {
        if (!isBusy) made++;
        return isBusy;
      },
    },
    timer,
    blockTimeMs: 100,
    chains: [0, 1],
  });
  await timer.advance(10_000);
  isBusy = false;
  await timer.advance(10);
  expect(made).toBe(2);
  stop();
});

test('if there is time, the pauses between the parts of a block are longer', async () => {
  const timer = new SimulatedTime();
  const at: number[] = [];
  const works: object[] = [];
  const stop = mineSteadily({
    miner: {
      freshen: () => undefined,
      mineNext(work) {
        works.push(work);
        return at.push(timer.nowMs()) < 3;
      },
    },
    timer,
    blockTimeMs: 3_000,
    chains: [0, 1],
  });
  await timer.advance(2_000);
  expect(at).toEqual([1_500, 1_525, 1_550]);
  expect(works[0]).toEqual({ turnMs: 5, maxMs: 250 });
  stop();
});

test('no blocks are made while the gate is closed, and none is made up for', async () => {
  const timer = new SimulatedTime();
  const gate = new MiningGate();
  let reason: string | undefined = 'it is behind';
  gate.closeWhile(() => reason);
  const made: number[] = [];
  const miner = {
    freshen: () => void made.push(-1),
    mineNext: () => {
      made.push(timer.nowMs());
      return false;
    },
  };
  const stop = mineSteadily({ miner, timer, blockTimeMs: 100, chains: [0], gate });
  await timer.advance(1_000);
  expect(made).toEqual([]);
  reason = undefined;
  await timer.advance(200);
  reason = 'it is behind again';
  await timer.advance(200);
  stop();
  expect(made).toEqual([1_100, 1_200]);
});

test('with other miners the intervals are random, and on average the same', async () => {
  const timer = new SimulatedTime();
  const made: number[] = [];
  const miner = {
    freshen: () => undefined,
    mineNext: () => {
      made.push(timer.nowMs());
      return false;
    },
  };
  const random = new SeededRandom(1);
  const stop = mineSteadily({ miner, timer, blockTimeMs: 200, chains: [0, 1], random });
  await timer.advance(100_000);
  stop();
  const count = made.length;
  await timer.advance(1_000);
  expect(made).toHaveLength(count);
  expect(count).toBeGreaterThan(900);
  expect(count).toBeLessThan(1_100);
  const gaps = made.slice(1).map((at, i) => at - (made[i] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(200);
  expect(new Set(gaps.map(Math.round)).size).toBeGreaterThan(150);
});
