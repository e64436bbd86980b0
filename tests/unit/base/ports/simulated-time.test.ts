import { expect, test } from 'vitest';
import { loggerOf, MemoryLog } from '../../../../src/base/ports/logger.ts';
import { SeededRandom, SeededStreams } from '../../../../src/base/ports/random.ts';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';

test('actions run in order of time, then of scheduling', async () => {
  const time = new SimulatedTime({ startDateMs: 1_000_000 });
  const ran: string[] = [];
  const note = (name: string) => (): void => void ran.push(`${name} ${time.nowMs()}`);
  time.after(20, note('b'));
  time.after(10, note('a'));
  time.soon(note('now'));
  time.after(20, note('c'));
  const cancelled = time.after(15, note('never'));
  cancelled();
  const stop = time.every(8, note('tick'));
  await time.advance(20);
  stop();
  await time.advance(100);
  expect(ran).toEqual(['now 0', 'tick 8', 'a 10', 'tick 16', 'b 20', 'c 20']);
  expect(time.waiting).toBe(0);
  expect(time.dateMs()).toBe(1_000_120);
});

test('work that schedules more work does so from the moment at which it runs', async () => {
  const time = new SimulatedTime();
  const ran: number[] = [];
  const again = (): void => {
    ran.push(time.nowMs());
    if (ran.length < 3) time.after(5, again);
  };
  time.after(5, again);
  await time.advance(15);
  expect(ran).toEqual([5, 10, 15]);
});

test('a seed gives the same bytes again', () => {
  const [first, second, other] = [7, 7, 8].map((seed) => new SeededRandom(seed).bytes(16));
  expect(first).toEqual(second);
  expect(first).not.toEqual(other);
});

test('a hundred thousand callbacks run in order, and cancelled ones never', async () => {
  const time = new SimulatedTime();
  const random = new SeededRandom(3);
  const planned: { readonly atMs: number; readonly number: number }[] = [];
  const ran: { readonly atMs: number; readonly number: number }[] = [];
  for (let number = 0; number < 100_000; number++) {
    const each = { atMs: random.below(50_000), number };
    const cancel = time.after(each.atMs, () => ran.push(each));
    if (random.below(10) < 7) cancel();
    else planned.push(each);
  }
  expect(time.waiting).toBe(planned.length);
  await time.advance(50_000);
  planned.sort((one, other) => one.atMs - other.atMs || one.number - other.number);
  expect(ran).toEqual(planned);
  expect(time.waiting).toBe(0);
});

test('a callback that was cancelled twice, or after it ran, counts once', async () => {
  const time = new SimulatedTime();
  const first = time.after(1, () => undefined);
  const second = time.after(2, () => undefined);
  second();
  second();
  expect(time.waiting).toBe(1);
  await time.advance(5);
  first();
  expect(time.waiting).toBe(0);
});

test('each part of a simulation draws from a stream of its own', () => {
  const drawn = (seed: number, before: number): readonly number[] => {
    const streams = new SeededStreams(seed);
    for (let i = 0; i < before; i++) streams.of('link').bits();
    return [streams.of('mining').bits(), streams.of('mining').below(7)];
  };
  expect(drawn(1, 0)).toEqual(drawn(1, 5));
  expect(drawn(1, 0)).not.toEqual(drawn(2, 0));
  const streams = new SeededStreams(1);
  expect(streams.of('a').bits()).not.toBe(streams.of('b').bits());
});

test('lines less severe than the level are dropped', () => {
  const time = new SimulatedTime({ startDateMs: 5 });
  const log = new MemoryLog();
  const logger = loggerOf({ area: 'test', clock: time, level: 'info', sinks: [log] });
  logger.log('debug', 'dropped');
  logger.log('info', 'block received', { height: 7 });
  logger.log('error', 'no disk');
  expect(log.lines).toEqual([
    { dateMs: 5, level: 'info', area: 'test', sentence: 'block received', data: { height: 7 } },
    { dateMs: 5, level: 'error', area: 'test', sentence: 'no disk', data: {} },
  ]);
});
