// Amounts of rows: exact decimals as texts without exponents, from the forms that JSON of transactions and results has.

import { isJsonNumber, isJsonObject, type JsonNumber, type JsonValue } from '../../base/json.ts';
import { exportLimits } from './limits.ts';

const plain = /^-?\d+(\.\d+)?$/;

/** Returns a decimal of a result: a number or `{"decimal":"..."}`. `undefined` for other values, integers among them. */
export function decimalIn(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (isJsonNumber(value)) return plainText(value);
  if (!isJsonObject(value) || value.size !== 1) return undefined;
  const text = value.get('decimal');
  return typeof text === 'string' && plain.test(text) ? text : undefined;
}

/** Returns a number of a transaction, which clients also write as `"0.1"`, `{"decimal":"0.1"}` or `{"int":1}`. */
export function writtenDecimal(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return plain.test(value) ? value : undefined;
  if (value !== undefined && isJsonObject(value) && value.size === 1) {
    const integer = value.get('int');
    if (integer !== undefined && isJsonNumber(integer)) return plainText(integer);
    if (typeof integer === 'string') return plain.test(integer) ? integer : undefined;
  }
  return decimalIn(value);
}

/** Returns a whole number of a transaction, in whatever form; `undefined` if it has digits after the point. */
export function writtenInteger(value: JsonValue | undefined): bigint | undefined {
  const text = writtenDecimal(value);
  const whole = text === undefined ? undefined : /^(-?\d+)(\.0+)?$/.exec(text)?.[1];
  return whole === undefined ? undefined : BigInt(whole);
}

function plainText(number: JsonNumber): string | undefined {
  const { text } = number;
  if (plain.test(text)) return text;
  const { coefficient, exponent } = number;
  if (Math.abs(exponent) > exportLimits.exponent) return coefficient === 0n ? '0' : undefined;
  return scaledText(coefficient, exponent);
}

/** Writes `coefficient * 10 ^ exponent`. */
function scaledText(coefficient: bigint, exponent: number): string {
  if (exponent >= 0) return String(coefficient * 10n ** BigInt(exponent));
  const sign = coefficient < 0n ? '-' : '';
  const digits = String(coefficient < 0n ? -coefficient : coefficient).padStart(1 - exponent, '0');
  const point = digits.length + exponent;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

export const negated = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : `-${amount}`;

/** Compares the values of two amounts, whatever their places: `1.50` is `1.5`. */
export function isSameAmount(left: string, right: string): boolean {
  return left === right || canonical(left) === canonical(right);
}

function canonical(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const places = fraction.replace(/0+$/, '');
  const digits = whole.replace(/^(-?)0+(?=\d)/, '$1');
  const text = places === '' ? digits : `${digits}.${places}`;
  return text === '-0' ? '0' : text;
}

/** Returns the exact product of a number of units and a price. */
export function priceOfGas(gas: bigint, price: string): string {
  const [whole = '', fraction = ''] = price.split('.');
  return scaledText(BigInt(whole + fraction) * gas, -fraction.length);
}
