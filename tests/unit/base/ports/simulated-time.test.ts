import { expect, test } from 'vitest';
import { loggerOf, MemoryLog } from '../../../../src/base/ports/logger.ts';
import { SeededRandom } from '../../../../src/base/ports/random.ts';
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
