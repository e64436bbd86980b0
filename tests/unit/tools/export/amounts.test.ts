import { expect, test } from 'vitest';
import { JsonNumber, type JsonValue } from '../../../../src/base/json.ts';
import {
  decimalIn,
  isSameAmount,
  negated,
  priceOfGas,
  writtenDecimal,
  writtenInteger,
} from '../../../../src/tools/export/amounts.ts';

const number = (text: string): JsonValue => new JsonNumber(text);
const member = (name: string, value: JsonValue): JsonValue => new Map([[name, value]]);

test.each([
  ['1.50', '1.50'],
  ['-2', '-2'],
  ['1e-8', '0.00000001'],
  ['-1.5e-3', '-0.0015'],
  ['1.5e3', '1500'],
  ['12e-1', '1.2'],
  ['0e999999', '0'],
])('the number %s is the amount %s', (written, amount) => {
  expect(decimalIn(number(written))).toBe(amount);
});

test('amounts of results are decimals only, without huge exponents', () => {
  expect(decimalIn(member('decimal', '0.1'))).toBe('0.1');
  expect(decimalIn(member('decimal', '1e5'))).toBeUndefined();
  expect(decimalIn(member('int', number('1')))).toBeUndefined();
  expect(decimalIn('1.0')).toBeUndefined();
  expect(decimalIn(number('1e401'))).toBeUndefined();
  expect(decimalIn(number('1e400'))).toHaveLength(401);
});

test('numbers of transactions have more forms', () => {
  expect(writtenDecimal('0.1')).toBe('0.1');
  expect(writtenInteger(member('int', number('12')))).toBe(12n);
  expect(writtenInteger(number('12.0'))).toBe(12n);
  expect(writtenInteger(number('12.5'))).toBeUndefined();
  expect(writtenInteger('x')).toBeUndefined();
});

test('amounts are compared by value', () => {
  expect(isSameAmount('1.50', '1.5')).toBe(true);
  expect(isSameAmount('0.0', '-0')).toBe(true);
  expect(isSameAmount('01.0', '1')).toBe(true);
  expect(isSameAmount('10', '1')).toBe(false);
  expect(negated(negated('1.5'))).toBe('1.5');
  expect(priceOfGas(734n, '0.00000001')).toBe('0.00000734');
  expect(priceOfGas(3n, '2')).toBe('6');
});
