// Waits of an export: slots, pauses and the bell end when the export does.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { Bell, pause } from '../../../../src/tools/export/pause.ts';
import { Slots } from '../../../../src/tools/export/slots.ts';

const ended = { fault: { kind: 'ended', sentence: 'the export was ended' } };

test('slots are served in order, and each comes back once', async () => {
  const slots = new Slots(1);
  const { signal } = new AbortController();
  const order: string[] = [];
  const first = await slots.take(signal);
  const waiting = ['a', 'b'].map(async (name) => {
    const release = await slots.take(signal);
    order.push(name);
    return release;
  });
  first();
  first();
  const second = await waiting[0]!;
  await Promise.resolve();
  expect(order).toEqual(['a']);
  second();
  (await waiting[1]!)();
  expect(order).toEqual(['a', 'b']);
});

test('whoever waits for a slot leaves when the export ends, and takes none along', async () => {
  const slots = new Slots(1);
  const ending = new AbortController();
  const release = await slots.take(new AbortController().signal);
  const waiting = slots.take(ending.signal);
  ending.abort();
  await expect(waiting).rejects.toMatchObject(ended);
  await expect(slots.take(ending.signal)).rejects.toMatchObject(ended);
  release();
  await slots.take(new AbortController().signal);
});

test('pauses end early when the export does', async () => {
  const time = new SimulatedTime({ startDateMs: 0 });
  const ending = new AbortController();
  const paused = pause(time, 1000, ending.signal);
  const rung = new Bell().wait(time, 1000, ending.signal);
  ending.abort();
  await expect(paused).rejects.toMatchObject(ended);
  await expect(rung).rejects.toMatchObject(ended);
  await expect(pause(time, 1, ending.signal)).rejects.toMatchObject(ended);
});

test('a bell that rings between two waits counts for the next one', async () => {
  const time = new SimulatedTime({ startDateMs: 0 });
  const { signal } = new AbortController();
  const bell = new Bell();
  bell.ring();
  await bell.wait(time, 1000, signal);
  let isWoken = false;
  const next = bell.wait(time, 1000, signal).then(() => (isWoken = true));
  await Promise.resolve();
  expect(isWoken).toBe(false);
  bell.ring();
  await next;
});
