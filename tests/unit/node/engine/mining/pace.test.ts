// Blocks on demand leave time for requests: one chain at a time, in short turns with pauses while clients still send.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../../src/base/ports/simulated-time.ts';
import type { ChainId } from '../../../../../src/chain/graph/chain-graph.ts';
import { Pace } from '../../../../../src/node/engine/mining/on-demand.ts';

function paced(blocks: Record<ChainId, number>, options: { readonly tookMs?: number } = {}) {
  const { tookMs = 0 } = options;
  const time = new SimulatedTime({ startDateMs: 0 });
  let workedMs = 0;
  const made: (readonly [chain: ChainId, ms: number])[] = [];
  const turns: number[] = [];
  const pace = new Pace({
    clock: { nowMs: () => time.nowMs() + workedMs, dateMs: () => time.dateMs() },
    timer: time,
    choose: (waiting) => Math.min(...waiting),
    work(chain, milliseconds) {
      turns.push(milliseconds);
      made.push([chain, time.nowMs()]);
      workedMs += tookMs;
      blocks[chain] = (blocks[chain] ?? 0) - 1;
      return blocks[chain] > 0;
    },
  });
  return { pace, time, made, turns };
}

test('one timer serves all chains, which alternate in the order chosen', async () => {
  const { pace, time, made } = paced({ 1: 2, 4: 1 });
  pace.admitted(4);
  pace.admitted(1);
  await time.advance(9);
  expect(made).toEqual([]);
  await time.advance(50);
  expect(made.map(([chain]) => chain)).toEqual([1, 1, 4]);
});

test('no block is made if nothing is pending', async () => {
  const { pace, time, made } = paced({ 0: 1 });
  pace.admitted(0);
  await time.advance(1000);
  pace.admitted(0);
  await time.advance(1000);
  expect(made).toHaveLength(2);
});

test('while clients send, a block is followed by a pause of twice its time', async () => {
  const { pace, time, made } = paced({ 0: 100 }, { tookMs: 30 });
  for (let ms = 0; ms < 600; ms += 5) {
    pace.admitted(0);
    await time.advance(5);
  }
  const times = made.map(([, ms]) => ms);
  expect(times[0]).toBe(10);
  for (let i = 1; i < times.length; i++) {
    expect((times[i] as number) - (times[i - 1] as number)).toBe(60);
  }
});

test('once they stop, blocks follow each other', async () => {
  const { pace, time, made, turns } = paced({ 0: 10 }, { tookMs: 30 });
  pace.admitted(0);
  await time.advance(100);
  expect(turns).toEqual([5, ...Array<number>(9).fill(40)]);
  // The pause before the first block, while clients still sent, and then one each millisecond.
  expect(made.map(([, ms]) => ms)).toEqual([10, 70, 71, 72, 73, 74, 75, 76, 77, 78]);
});

test('a slow block does not make clients wait for long', async () => {
  const { pace, time, made } = paced({ 0: 3 }, { tookMs: 5000 });
  pace.admitted(0);
  await time.advance(10);
  pace.admitted(0);
  await time.advance(200);
  expect(made).toHaveLength(2);
});
