import { describe, expect, it } from 'vitest';
import * as gas from '../../../../src/lang/gas/milligas.ts';

const max = 2n ** 64n - 1n;
const safe = Number.MAX_SAFE_INTEGER;
const beyond = 2n ** 53n;

describe('milligas', () => {
  it.each<[string, gas.MilliGas, gas.MilliGas]>([
    ['sums stay numbers while they are safe', gas.addMilliGas(safe - 1, 1), safe],
    ['and are bigints above', gas.addMilliGas(safe, 1), beyond],
    ['sums saturate', gas.addMilliGas(max, 1), max],
    ['products too', gas.multiplyMilliGas(safe, safe), max],
    [
      'products are exact above the safe numbers',
      gas.multiplyMilliGas(2 ** 31 + 1, 2 ** 31 + 1),
      2n ** 62n + 2n ** 32n + 1n,
    ],
    ['nothing times the maximum', gas.multiplyMilliGas(max, 0), 0],
    ['differences end at zero', gas.subtractMilliGas(3, 5), 0],
    ['also large ones', gas.subtractMilliGas(beyond, max), 0],
    ['differences come back to numbers', gas.subtractMilliGas(beyond, 1), safe],
    ['quotients are rounded down', gas.divideMilliGas(11, 5), 2],
    ['also large ones', gas.divideMilliGas(max, 5), max / 5n],
    ['negative amounts are nothing', gas.toMilliGas(-1n), 0],
    ['large amounts saturate', gas.toMilliGas(max + 1n), max],
    ['gas has a thousand milligas', gas.fromGas(7n), 7000],
    ['no gas is negative', gas.fromGas(-7n), 0],
    ['gas saturates', gas.fromGas(max), max],
    ['a limit of a safe number of gas may be large', gas.fromGas(beyond), beyond * 1000n],
    ['a float is rounded up', gas.ceilToMilliGas(2.1), 3],
    ['a large float is exact', gas.ceilToMilliGas(2 ** 60), 2n ** 60n],
    ['infinity is the maximum', gas.ceilToMilliGas(Infinity), max],
    ['no number is nothing', gas.ceilToMilliGas(NaN), 0],
    ['a negative number is nothing', gas.ceilToMilliGas(-Infinity), 0],
  ])('%s', (_, actual, expected) => {
    expect(actual).toBe(expected);
  });

  it('is shown in gas, rounded up', () => {
    expect([0, 1, 1000, 1001, max].map(gas.toGas)).toEqual([0n, 1n, 1n, 2n, 18446744073709552n]);
  });

  it('compares numbers with bigints', () => {
    expect(gas.exceeds(beyond, safe)).toBe(true);
    expect(gas.exceeds(safe, beyond)).toBe(false);
    expect(gas.exceeds(5, 5)).toBe(false);
  });
});
