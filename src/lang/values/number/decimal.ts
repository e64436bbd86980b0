// Decimal arithmetic with visible places, as in the library Decimal 0.5.2: sums keep the larger number of
// places, products and quotients are rounded half-even to 255 places and lose their trailing zeros.
// Source: Data.Decimal; section 3.2.

import { assert } from '../../../base/assert.ts';
import { haskellSpace } from '../../../base/haskell-text.ts';
import { Decimal } from '../value.ts';

export const maxPlaces = 255;
export const zeroDecimal = new Decimal(0n, 0);

const powers: bigint[] = [1n];

/** 10^`exponent`. The first 1024 are kept. */
export function powerOfTen(exponent: number): bigint {
  const known = powers[exponent];
  if (known !== undefined) return known;
  if (exponent >= 1024) return 10n ** BigInt(exponent);
  for (let i = powers.length; i <= exponent; i++) powers.push((powers[i - 1] as bigint) * 10n);
  return powers[exponent] as bigint;
}

/** A zero operand contributes no places; of two zeros, the places of the right one are kept. */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  if (left.mantissa === 0n) return right;
  if (right.mantissa === 0n) return left;
  const { places } = left;
  if (places === right.places) return new Decimal(left.mantissa + right.mantissa, places);
  if (places > right.places) {
    return new Decimal(left.mantissa + rescale(right, places), places);
  }
  return new Decimal(rescale(left, right.places) + right.mantissa, right.places);
}

export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  if (left.mantissa === 0n) return negateDecimal(right);
  if (right.mantissa === 0n) return left;
  return addDecimals(left, negateDecimal(right));
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  if (left.mantissa === 0n || right.mantissa === 0n) return zeroDecimal;
  const mantissa = left.mantissa * right.mantissa;
  const places = left.places + right.places;
  if (places <= maxPlaces) return normalized(mantissa, places);
  return normalized(divideHalfEven(mantissa, powerOfTen(places - maxPlaces)), maxPlaces);
}

/** The divisor must not be zero: callers raise their own error for that. */
export function divideDecimals(left: Decimal, right: Decimal): Decimal {
  assert(right.mantissa !== 0n, 'callers reject division by zero');
  return decimalFromRational(
    left.mantissa * powerOfTen(right.places),
    right.mantissa * powerOfTen(left.places),
  );
}

export function negateDecimal(value: Decimal): Decimal {
  return new Decimal(-value.mantissa, value.places);
}

export function absDecimal(value: Decimal): Decimal {
  return value.mantissa < 0n ? negateDecimal(value) : value;
}

export function compareDecimals(left: Decimal, right: Decimal): number {
  const places = Math.max(left.places, right.places);
  const a = rescale(left, places);
  const b = rescale(right, places);
  return a < b ? -1 : a > b ? 1 : 0;
}

export function equalDecimals(left: Decimal, right: Decimal): boolean {
  if (left.places === right.places) return left.mantissa === right.mantissa;
  return compareDecimals(left, right) === 0;
}

export type Rounding = 'half-even' | 'floor' | 'ceiling';

export function roundToInteger(value: Decimal, rounding: Rounding): bigint {
  if (value.places === 0) return value.mantissa;
  return divideRounding(value.mantissa, powerOfTen(value.places), rounding);
}

/** Rounds or pads with zeros to exactly this number of places. */
export function roundToPlaces(value: Decimal, places: number, rounding: Rounding): Decimal {
  if (places >= value.places) return new Decimal(rescale(value, places), places);
  const divisor = powerOfTen(value.places - places);
  return new Decimal(divideRounding(value.mantissa, divisor, rounding), places);
}

export function decimalFromInteger(value: bigint): Decimal {
  return new Decimal(value, 0);
}

/** Rounded half-even to 255 places, then without trailing zeros. The denominator is not zero. */
export function decimalFromRational(numerator: bigint, denominator: bigint): Decimal {
  const sign = denominator < 0n ? -1n : 1n;
  const scaled = sign * numerator * powerOfTen(maxPlaces);
  return normalized(divideHalfEven(scaled, sign * denominator), maxPlaces);
}

/** The maximum number of digits of a number written with an exponent: only hostile input has more. */
export const maxDigits = 1_000_000;

/**
 * `coefficient` * 10^`exponent`, rounded half-even to 255 places and without trailing zeros. `undefined` beyond
 * `maxDigits`.
 */
export function decimalFromScientific(coefficient: bigint, exponent: number): Decimal | undefined {
  if (exponent >= -maxPlaces && exponent <= 0) return normalized(coefficient, -exponent);
  if (exponent < 0) {
    const mantissa = roundScientific(coefficient, exponent + maxPlaces);
    return mantissa === undefined ? undefined : normalized(mantissa, maxPlaces);
  }
  const integer = roundScientific(coefficient, exponent);
  return integer === undefined ? undefined : new Decimal(integer, 0);
}

/** `coefficient` * 10^`exponent` rounded half-even to an integer; `undefined` beyond `maxDigits`. */
export function roundScientific(coefficient: bigint, exponent: number): bigint | undefined {
  if (coefficient === 0n) return 0n;
  if (exponent > maxDigits) return undefined;
  if (exponent >= 0) return coefficient * powerOfTen(exponent);
  // Below one half for any digits: saves building a huge power.
  if (-exponent > digitBound(coefficient)) return 0n;
  return divideHalfEven(coefficient, powerOfTen(-exponent));
}

/** The same number without trailing zeros. */
export function normalizeDecimal(value: Decimal): Decimal {
  return normalized(value.mantissa, value.places);
}

/** Formats a decimal like the reference's library: all places, and no point without places. */
export function showDecimal(value: Decimal): string {
  const { mantissa, places } = value;
  if (places === 0) return mantissa.toString();
  const negative = mantissa < 0n;
  const digits = (negative ? -mantissa : mantissa).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Reads a number as the reference's `read` for decimals does: sign, digits, fraction and exponent, surrounded by spaces.
 * Source: readDecimalP in Data.Decimal.
 */
export function readDecimal(text: string): Decimal | undefined {
  const match = decimalPattern.exec(text);
  if (match === null) return undefined;
  const [, sign, integer = '', fraction = '', exponent = '0'] = match;
  const magnitude = BigInt(integer + fraction);
  const mantissa = sign === '-' ? -magnitude : magnitude;
  const places = fraction.length - Number(exponent);
  if (places > maxPlaces) return undefined;
  if (places >= 0) return new Decimal(mantissa, places);
  return decimalFromScientific(mantissa, -places);
}

const decimalPattern = new RegExp(
  `^[${haskellSpace}]*([-+]?)([0-9]+)(?:\\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?[${haskellSpace}]*$`,
);

export type NumberText =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'decimal'; readonly value: Decimal };

/** `-?digits[.digits]`, the whole text, at most 255 places. Source: parseNumLiteral in Literal.hs. */
export function parseNumber(text: string): NumberText | undefined {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, integer = '', fraction] = match;
  const magnitude = BigInt(integer + (fraction ?? ''));
  const value = sign === '-' ? -magnitude : magnitude;
  if (fraction === undefined) return { kind: 'integer', value };
  if (fraction.length > maxPlaces) return undefined;
  return { kind: 'decimal', value: new Decimal(value, fraction.length) };
}

/** The divisor is positive. Ties go to the even neighbour. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const remainder = dividend - quotient * divisor;
  const twice = 2n * (remainder < 0n ? -remainder : remainder);
  if (twice < divisor || (twice === divisor && (quotient & 1n) === 0n)) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

function divideRounding(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (rounding === 'half-even') return divideHalfEven(dividend, divisor);
  const quotient = dividend / divisor;
  if (quotient * divisor === dividend) return quotient;
  if (rounding === 'floor') return dividend < 0n ? quotient - 1n : quotient;
  return dividend < 0n ? quotient : quotient + 1n;
}

/** Returns the mantissa at a number of places, which must be at least that of the value. */
export function rescale(value: Decimal, places: number): bigint {
  if (places === value.places) return value.mantissa;
  return value.mantissa * powerOfTen(places - value.places);
}

function normalized(mantissa: bigint, places: number): Decimal {
  if (places === 0 || mantissa === 0n) return new Decimal(mantissa, 0);
  const low = Number(BigInt.asUintN(32, mantissa));
  if ((low & 1) === 1) return new Decimal(mantissa, places);
  const asNumber = Number(mantissa);
  if (Number.isSafeInteger(asNumber)) return normalizedSmall(asNumber, places);
  // Each trailing zero is a factor of two as well, so binary zeros bound them.
  const binaryZeros = low === 0 ? places : Math.min(places, 31 - Math.clz32(low & -low));
  let rest = mantissa;
  let left = places;
  for (let step = largestStep(binaryZeros); step >= 1;) {
    const power = powerOfTen(step);
    const quotient = step <= left ? rest / power : 0n;
    if (step <= left && quotient * power === rest) {
      rest = quotient;
      left -= step;
    } else step >>= 1;
  }
  return new Decimal(rest, left);
}

function normalizedSmall(mantissa: number, places: number): Decimal {
  let rest = mantissa;
  let left = places;
  while (left > 0 && rest % 10 === 0) {
    rest /= 10;
    left--;
  }
  return new Decimal(BigInt(rest), left);
}

/** The largest power of two up to the number; 0 for 0. */
function largestStep(bound: number): number {
  return bound === 0 ? 0 : 1 << (31 - Math.clz32(bound));
}

/** Returns an upper bound of the number's decimal digits. */
function digitBound(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  return magnitude.toString(16).length * 2;
}
