// Slices of the main thread: one in each turn of the event loop, clients in turn.
import { expect, test } from 'vitest';
import type { Client } from '../../../src/base/client.ts';
import { FairSlices } from '../../../src/base/fair-slices.ts';
import { SimulatedTime } from '../../../src/base/ports/simulated-time.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

const crowd: Client = { network: 'a', connection: 1 };
const other: Client = { network: 'b', connection: 2 };

function sliced(maxWaiting = 100) {
  const time = new SimulatedTime({ settle });
  let now = 0;
  const clock = { nowMs: () => now, dateMs: () => 0 };
  const slices = new FairSlices({ clock, timer: time, maxWaiting });
  const order: string[] = [];
  /** Works in this number of slices, each of which takes 5 ms. */
  const work = async (name: string, client: Client, count: number): Promise<string> => {
    for (let i = 0; i < count; i++) {
      if (!(await slices.next(client))) return 'refused';
      order.push(name);
      now += 5;
    }
    return 'done';
  };
  return { time, order, work };
}

test('the first slice begins at once, and others in later turns', async () => {
  const { time, order, work } = sliced();
  const all = Promise.all([work('x', crowd, 2), work('y', other, 1)]);
  await settle();
  expect(order).toEqual(['x']);
  await time.advance(0);
  expect(await all).toEqual(['done', 'done']);
  expect(order).toEqual(['x', 'y', 'x']);
});

test('a client with much work does not delay one with little', async () => {
  const { time, order, work } = sliced();
  const all = [1, 2, 3, 4].map((i) => work(`x${i}`, crowd, 5));
  const own = work('y', other, 3);
  await time.advance(0);
  await Promise.all([...all, own]);
  expect(order.lastIndexOf('y')).toBeLessThanOrEqual(7);
  expect(order).toHaveLength(23);
});

test('of too many, the client with the most is refused', async () => {
  const { time, work } = sliced(3);
  const all = [1, 2, 3, 4, 5].map((i) => work(`x${i}`, crowd, 1));
  const own = work('y', other, 1);
  await time.advance(0);
  expect(await own).toBe('done');
  expect((await Promise.all(all)).filter((each) => each === 'refused')).toHaveLength(2);
});
