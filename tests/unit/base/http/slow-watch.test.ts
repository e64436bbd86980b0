// One timer watches all pending requests.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { httpLimits } from '../../../../src/base/http/index.ts';
import { SlowWatch } from '../../../../src/base/http/read-body.ts';

function watching() {
  const time = new SimulatedTime();
  const limits = { ...httpLimits, connectionCheckMs: 1000 };
  return { time, watch: new SlowWatch({ limits, timer: time }) };
}

test('one timer watches all, until each ends', async () => {
  const { time, watch } = watching();
  const seen: string[] = [];
  const endFirst = watch.watch(() => seen.push('first'));
  const endSecond = watch.watch(() => seen.push('second'));
  expect(time.waiting).toBe(1);
  await time.advance(1000);
  endFirst();
  await time.advance(1000);
  endSecond();
  await time.advance(5000);
  expect(seen).toEqual(['first', 'second', 'second']);
});

test('the timer ends when nothing waits, and starts again', async () => {
  const { time, watch } = watching();
  watch.watch(() => undefined)();
  await time.advance(1000);
  expect(time.waiting).toBe(0);
  let looks = 0;
  const end = watch.watch(() => looks++);
  expect(time.waiting).toBe(1);
  await time.advance(2500);
  end();
  expect(looks).toBe(2);
});

test('a check may end itself and others', async () => {
  const { time, watch } = watching();
  let looks = 0;
  const ends: (() => void)[] = [];
  const look = (): void => {
    looks++;
    for (const end of ends) end();
  };
  ends.push(watch.watch(look), watch.watch(look));
  await time.advance(1000);
  await time.advance(1000);
  expect(looks).toBe(1);
});
