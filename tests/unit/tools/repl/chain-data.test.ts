// How `chain-data` shows the numbers that `env-chain-data` sets: the reference stores them in unsigned 64 bits.

import { describe, expect, it } from 'vitest';
import { replSession } from '../../../support/repl-session.ts';

const reported = (field: string, value: string): string => {
  const { run } = replSession();
  run(`(env-chain-data {"${field}": ${value}})`);
  return run(`(at '${field} (chain-data))`);
};

describe('a block height', () => {
  it.each([
    ['20', '20'],
    ['18446744073709551615', '18446744073709551615'],
    ['18446744073709551617', '1'],
    ['-1', '18446744073709551615'],
  ])('of %s is %s: it wraps', (value, height) => {
    expect(reported('block-height', value)).toBe(height);
  });
});

describe('a gas limit', () => {
  it.each([
    ['150000', '150000'],
    ['18446744073709551617', '18446744073709551615'],
    ['-1', '0'],
  ])('of %s is %s: it stops at either end', (value, limit) => {
    expect(reported('gas-limit', value)).toBe(limit);
  });
});
