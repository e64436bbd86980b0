import { expect, test } from 'vitest';
import { EventQueue } from '../../../src/base/event-queue.ts';

const queueOf = (max: number) => {
  const ended: string[] = [];
  return { ended, queue: new EventQueue<number>({ max, onEnd: () => ended.push('ended') }) };
};

async function all(queue: AsyncIterable<number>): Promise<readonly number[]> {
  const items: number[] = [];
  for await (const item of queue) items.push(item);
  return items;
}

test('a reader at the maximum delay receives everything', async () => {
  const { queue, ended } = queueOf(2);
  queue.push(1);
  queue.push(2);
  const iterator = queue[Symbol.asyncIterator]();
  expect([(await iterator.next()).value, (await iterator.next()).value]).toEqual([1, 2]);
  const next = iterator.next();
  queue.push(3);
  expect((await next).value).toBe(3);
  expect(ended).toEqual([]);
});

test('a reader that falls further behind is ended, once', async () => {
  const { queue, ended } = queueOf(2);
  for (const item of [1, 2, 3, 4]) queue.push(item);
  queue.end();
  expect(await all(queue)).toEqual([]);
  expect(ended).toEqual(['ended']);
});

test('a reader that leaves ends it', async () => {
  const { queue, ended } = queueOf(2);
  await queue[Symbol.asyncIterator]().return?.();
  expect(ended).toEqual(['ended']);
});
