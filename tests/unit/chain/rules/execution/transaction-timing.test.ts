import { expect, test } from 'vitest';
import { minimumGasPrice } from '../../../../../src/chain/rules/execution/gas.ts';
import {
  timingFaults,
  usualTiming,
} from '../../../../../src/chain/rules/execution/transaction-timing.ts';

const parentTime = 1_000_000_000_500n; // half a millisecond after second 1,000,000

test.each([
  ['at the time of the parent', 1_000_000n, 600n, []],
  ['as far ahead as allowed', 1_000_095n, 600n, []],
  ['a second further', 1_000_096n, 600n, ['ahead']],
  ['life that ends a moment before', 999_900n, 100n, ['expired']],
  ['life that ends a second later', 999_900n, 101n, []],
  ['no life', 1_000_000n, 0n, ['expired']],
  ['the longest life', 1_000_000n, 172_800n, []],
  ['too long a life', 1_000_000n, 172_801n, ['expired']],
  ['a time before 1970', -1n, 172_800n, ['expired']],
  ['ahead and too long', 2_000_000n, 172_801n, ['ahead', 'expired']],
])('%s', (_, creationTime, ttl, faults) => {
  expect(timingFaults(usualTiming, { creationTime, ttl }, parentTime)).toEqual(faults);
});

// The reference counts microseconds in 64 bits, so larger times wrap around.
test.each([
  ['the time of the parent', 2n ** 58n + 1_000_000n, 600n, []],
  ['a time ahead', 2n ** 58n + 1_000_096n, 600n, ['ahead']],
  ['an expired transaction', 2n ** 58n + 999_000n, 600n, ['expired']],
  ['seconds above 64 bits', 2n ** 64n + 1_000_000n, 600n, []],
  ['a time before 1970', 2n ** 44n, 600n, ['expired']],
])('a creation time that wraps around to %s', (_, creationTime, ttl, faults) => {
  expect(timingFaults(usualTiming, { creationTime, ttl }, parentTime)).toEqual(faults);
});

test('no transaction is valid on a parent before 1970', () => {
  expect(timingFaults(usualTiming, { creationTime: 0n, ttl: 9n }, -1n)).toEqual(['expired']);
});

test.each([
  [0n, 10_000n],
  [100n, 10_000n],
  [10_899n, 10_000n],
  [10_900n, 10_001n],
  [100n + 10_800n * 389_999n, 399_999n],
  [100n + 10_800n * 390_000n, 400_000n],
  [10n ** 18n, 400_000n],
])('the minimum gas price at second %d is %d', (creationTime, price) => {
  const rise = { step: 1n, everySeconds: 10_800n, max: 400_000n };
  const rule = { first: 10_000n, rise };
  expect(minimumGasPrice(rule, { creationTime, genesisTime: 100_000_000n })).toBe(price);
  expect(minimumGasPrice({ first: 7n, rise: undefined }, { creationTime, genesisTime: 0n })).toBe(
    7n,
  );
});
