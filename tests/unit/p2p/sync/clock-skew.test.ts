// When blocks of the future say that the clock of this node is slow: if most peers have them, and not because a few do.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { ClockSkew } from '../../../../src/p2p/sync/clock-skew.ts';
import { planLimits } from '../../../../src/p2p/sync/limits.ts';

const peersOf = (count: number) => ({
  current: () =>
    Array.from({ length: count }, (_, i) => ({
      address: { host: `10.0.${i}.1`, port: 1789 },
      id: undefined,
    })),
  groupOf: (peer: string) => peer,
  isConfigured: () => true,
  fault: () => undefined,
  useful: () => undefined,
});
const key = (i: number): string => `10.0.${i}.1:1789`;

test.each([
  [1, 1, true],
  [2, 1, false],
  [4, 2, false],
  [4, 3, true],
  [0, 1, false],
])('of %i peers %i are ahead: %s', (count, ahead, isTold) => {
  const skew = new ClockSkew(new SimulatedTime(), peersOf(count));
  for (let i = 0; i < ahead; i++) skew.add(key(i), 300_000 + i);
  expect(skew.problem()).toBe(
    isTold
      ? 'blocks of other nodes are 300 seconds in the future: check the clock of this computer'
      : undefined,
  );
});

test('it is over when a peer has blocks of now, or after a minute', async () => {
  const time = new SimulatedTime();
  const skew = new ClockSkew(time, peersOf(1));
  skew.add(key(0), planLimits.skewMs);
  expect(skew.problem()).toBeDefined();
  skew.add(key(0), planLimits.skewMs - 1);
  expect(skew.problem()).toBeUndefined();
  skew.add(key(0), 300_000);
  await time.advance(60_001);
  expect(skew.problem()).toBeUndefined();
});
