// What is said about blocks ahead of the clock, and about a clock that jumps.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../src/base/ports/simulated-time.ts';
import type { Clock } from '../../../src/base/ports/time.ts';
import type { Cut } from '../../../src/chain/choice/cut.ts';
import { newestMs, watchClock } from '../../../src/node/clock-watch.ts';

const start = Date.UTC(2026, 0, 1);

function watched({ newest = start, offsetMs = 0 } = {}) {
  const time = new SimulatedTime({ startDateMs: start });
  const jumped = { byMs: 0 };
  const clock: Clock = {
    nowMs: () => time.nowMs(),
    dateMs: () => time.dateMs() + jumped.byMs,
  };
  const head = { newest };
  const cut = (): Cut =>
    ({ heads: new Map([[0, { creationTime: BigInt(head.newest) * 1000n }]]) }) as unknown as Cut;
  const troubles: string[] = [];
  const stop = watchClock({
    clock,
    offsetMs: () => offsetMs,
    timer: time,
    cut,
    wayBack: 'go back',
    onTrouble: (sentence) => troubles.push(sentence),
  });
  return { time, jumped, head, troubles, stop };
}

test('blocks far ahead of the clock are reported at start, with the way back', () => {
  expect(watched({ newest: start + 3 * 3_600_000 + 5 }).troubles).toEqual([
    'the newest block is of 2026-01-01T03:00:00.005Z, 3 hours ahead of the clock of this machine: ' +
      'if the clock is wrong, set it right; otherwise go back',
  ]);
  expect(watched({ newest: start + 60_001 }).troubles[0]).toContain('1 minute ahead');
  expect(watched({ newest: start + 60_000 }).troubles).toEqual([]);
  expect(watched({ newest: start - 1e9 }).troubles).toEqual([]);
});

test('time that was moved on purpose is not ahead', () => {
  expect(watched({ newest: start + 9e9, offsetMs: 9e9 }).troubles).toEqual([]);
  expect(watched({ newest: start + 9e9, offsetMs: 8e9 }).troubles[0]).toContain('11 days ahead');
});

test('a jump is reported once, forward and backward; small corrections are not', async () => {
  const { time, jumped, troubles } = watched();
  await time.advance(60_000);
  jumped.byMs = 60_000;
  await time.advance(60_000);
  jumped.byMs = 30_000;
  await time.advance(60_000);
  expect(troubles).toEqual([]);
  jumped.byMs += 2 * 86_400_000;
  await time.advance(20_000);
  expect(troubles).toEqual([
    'the clock of this machine went forward by 2 days: new blocks carry this time. ' +
      'After a sleep of the machine that is right; if the clock is wrong, set it right at once, and if blocks have its time, go back',
  ]);
  jumped.byMs -= 86_400_000;
  await time.advance(20_000);
  expect(troubles[1]).toBe('the clock of this machine went back by 1 day');
});

test('a jump back says which blocks are ahead now', async () => {
  const { time, jumped, head, troubles, stop } = watched();
  jumped.byMs = 86_400_000;
  await time.advance(10_000);
  head.newest = start + 86_400_000 + 10_000;
  jumped.byMs = 0;
  await time.advance(10_000);
  expect(troubles[1]).toBe(
    'the clock of this machine went back by 1 day: the newest block is of 2026-01-02T00:00:10.000Z, ' +
      '23 hours ahead of the clock of this machine: if the clock is wrong, set it right; otherwise go back',
  );
  stop();
  expect(time.waiting).toBe(0);
});

test('the newest block is the newest of all chains, and times beyond all dates are shown', () => {
  const cutOf = (...times: readonly bigint[]): Cut =>
    ({ heads: new Map(times.map((creationTime, i) => [i, { creationTime }])) }) as unknown as Cut;
  expect(newestMs(cutOf(1_000_001n, 999n, 5_000_000n))).toBe(5000);
  expect(newestMs(cutOf(1_000_001n))).toBe(1001);
  expect(watched({ newest: 9e15 }).troubles[0]).toContain('+275760-09-13T00:00:00.000Z');
});
