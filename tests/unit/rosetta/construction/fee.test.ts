// The fee of a construction in currencies with fewer places than gas prices have.
import { expect, test } from 'vitest';
import { Field } from '../../../../src/chain/command/fields.ts';
import { feeUnits, gasPriceFor } from '../../../../src/rosetta/construction/fee.ts';
import { constructing } from '../../../../src/rosetta/construction/refusal.ts';
import { readJson } from '../../../../src/base/json-reader.ts';

const cents = { symbol: 'EX', decimals: 2 };

function priceWith(maxFee: string) {
  const read = readJson(`[{"value":"${maxFee}","currency":{"symbol":"EX","decimals":2}}]`);
  if (read.kind !== 'value') throw new Error('the JSON is right');
  const wishes = { maxFee: new Field('max_fee', read.value), multiplier: undefined };
  return constructing(() => gasPriceFor(wishes, { currency: cents, minimum: 10_000n }));
}

test.each([
  [0n, 0n],
  [1n, 1n],
  [10_000_000_000n, 1n],
  [10_000_000_001n, 2n],
])('%d units of 10^-12 are at most %d hundredths', (fee, units) => {
  expect(feeUnits(fee, cents)).toBe(units);
});

test('the fee that is said to be enough is enough', () => {
  expect(priceWith('0')).toMatchObject({
    ok: false,
    fault: { detail: expect.stringContaining('must be at least 1 of the smallest unit') as string },
  });
  expect(priceWith('1')).toMatchObject({ ok: true, value: 10_000n });
});
