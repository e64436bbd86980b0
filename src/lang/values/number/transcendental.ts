// exp, ln, log, sqrt and powers as in the reference, which uses MPFR: arguments rounded to 53 bits, results the
// nearest numbers of 53 bits, converted exactly to decimals. JavaScript's own functions are not correctly rounded
// and would give different results on different machines.
// Source: pact/Pact/Core/Trans/MPFR.hs, section 3.3.

import { assert } from '../../../base/assert.ts';
import { bitLengthOf } from '../../../base/integers.ts';
import {
  decimalFromFloat,
  equalFloats,
  floatFromDecimal,
  oddPart,
  precision,
  roundQuotient,
  roundToFloat,
  zeroFloat,
  type BinaryFloat,
} from './binary-float.ts';
import { zeroDecimal } from './decimal.ts';
import { fixedExp, fixedLn, fixedPointError } from './fixed-point.ts';
import type { Decimal } from '../value.ts';

/** Results that are not numbers. Beyond 2^30 bits the reference overflows; long before that it runs out of memory. */
export type NotANumber = 'not-a-number' | 'infinity' | 'negative-infinity' | 'too-large';

export type Transcendental = Decimal | NotANumber;

export function decimalExp(value: Decimal): Transcendental {
  return toDecimal(exp(floatFromDecimal(value)));
}

export function decimalLn(value: Decimal): Transcendental {
  return toDecimal(ln(floatFromDecimal(value)));
}

/** ln(`value`) / ln(`base`), both logarithms rounded before they are divided. */
export function decimalLog(base: Decimal, value: Decimal): Transcendental {
  return toDecimal(divide(ln(floatFromDecimal(value)), ln(floatFromDecimal(base))));
}

export function decimalSqrt(value: Decimal): Transcendental {
  return toDecimal(sqrt(floatFromDecimal(value)));
}

export function decimalPower(base: Decimal, exponent: Decimal): Transcendental {
  return toDecimal(power(floatFromDecimal(base), floatFromDecimal(exponent)));
}

type Result = BinaryFloat | NotANumber;

/** MPFR's largest exponent, for numbers written 0.1... * 2^e. */
const largestExponent = 2 ** 30 - 1;
/** The number of bits of the largest result that is written out, more than a million digits. */
const largestResult = 2 ** 22;
/** Below 2^-`smallestResult` every number is zero at 255 places. */
const smallestResult = 1000;

function toDecimal(result: Result): Transcendental {
  if (typeof result === 'string') return result;
  if (result.mantissa === 0n) return zeroDecimal;
  const exponent = result.exponent + precision;
  if (exponent > largestExponent) return result.mantissa > 0n ? 'infinity' : 'negative-infinity';
  if (exponent > largestResult) return 'too-large';
  return exponent < -smallestResult ? zeroDecimal : decimalFromFloat(result);
}

function ln(value: BinaryFloat): Result {
  const { mantissa, exponent } = value;
  if (mantissa < 0n) return 'not-a-number';
  if (mantissa === 0n) return 'negative-infinity';
  if (isOne(value)) return zeroFloat;
  return nearest((bits) => ({ value: fixedLn(mantissa, exponent, bits), exponent: -bits }));
}

function exp({ mantissa, exponent }: BinaryFloat): Result {
  const size = bitLengthOf(abs(mantissa)) + exponent;
  if (size > 31) return mantissa > 0n ? 'infinity' : zeroFloat;
  return nearest((bits) => {
    const { value, power } = fixedExp(shift(mantissa, exponent + bits), bits);
    return { value, exponent: power - bits };
  });
}

function sqrt({ mantissa, exponent }: BinaryFloat): Result {
  if (mantissa < 0n) return 'not-a-number';
  if (mantissa === 0n) return zeroFloat;
  // About 115 bits give a root of more than 55, and a last bit says whether anything was cut off.
  const widening = exponent % 2 === 0 ? 62 : 63;
  const radicand = mantissa << BigInt(widening);
  const root = integerSqrt(radicand);
  const sticky = root * root === radicand ? 0n : 1n;
  return roundToFloat(2n * root + sticky, (exponent - widening) / 2 - 1);
}

function divide(dividend: Result, divisor: Result): Result {
  if (dividend === 'not-a-number' || divisor === 'not-a-number') return 'not-a-number';
  if (typeof divisor === 'string') return typeof dividend === 'string' ? 'not-a-number' : zeroFloat;
  const positive = divisor.mantissa >= 0n;
  if (typeof dividend === 'string') return positive ? dividend : 'infinity';
  if (divisor.mantissa === 0n) {
    if (dividend.mantissa === 0n) return 'not-a-number';
    return dividend.mantissa > 0n ? 'infinity' : 'negative-infinity';
  }
  const exponent = dividend.exponent - divisor.exponent;
  return roundQuotient(dividend.mantissa, divisor.mantissa, exponent);
}

function power(base: BinaryFloat, exponent: BinaryFloat): Result {
  if (exponent.mantissa === 0n || isOne(base)) return roundToFloat(1n, 0);
  if (base.mantissa === 0n) return exponent.mantissa > 0n ? zeroFloat : 'infinity';
  if (base.mantissa > 0n) return positivePower(base, exponent);
  const parts = oddPart(exponent);
  if (parts.exponent < 0) return 'not-a-number';
  const magnitude = positivePower({ ...base, mantissa: -base.mantissa }, exponent);
  if (parts.exponent > 0) return magnitude;
  return magnitude === 'infinity' ? 'negative-infinity' : negate(magnitude);
}

function negate(result: Result): Result {
  return typeof result === 'string' ? result : { ...result, mantissa: -result.mantissa };
}

function positivePower(base: BinaryFloat, exponent: BinaryFloat): Result {
  return exactPower(base, exponent) ?? nearestPower(base, exponent);
}

/**
 * Returns the exact power if it has few bits. Such a power may be exactly halfway between two results, where no
 * approximation can decide; all other powers are irrational or have too many bits for that.
 */
function exactPower(base: BinaryFloat, exponent: BinaryFloat): Result | undefined {
  let { mantissa: odd, exponent: twos } = oddPart(base);
  let { mantissa: times, exponent: timesTwos } = oddPart(exponent);
  // base^(n/2^k) is rational if and only if a root can be drawn k times.
  for (; timesTwos < 0; timesTwos++) {
    const root = integerSqrt(odd);
    if (twos % 2 !== 0 || root * root !== odd) return undefined;
    odd = root;
    twos /= 2;
  }
  if (odd === 1n) return powerOfTwo(twos, times, timesTwos);
  if (times < 0n || timesTwos > 6) return undefined;
  times <<= BigInt(timesTwos);
  if (times > 64n) return undefined;
  return roundToFloat(odd ** times, twos * Number(times));
}

/** 2^(`twos` * `times` * 2^`timesTwos`). */
function powerOfTwo(twos: number, times: bigint, timesTwos: number): Result {
  if (twos === 0) return roundToFloat(1n, 0);
  const product = BigInt(twos) * times;
  const tooBig = bitLengthOf(abs(product)) + timesTwos > 40;
  if (tooBig) return product > 0n ? 'infinity' : zeroFloat;
  return roundToFloat(1n, Number(product << BigInt(timesTwos)));
}

function nearestPower(base: BinaryFloat, exponent: BinaryFloat): Result {
  const size = sizeOfLogarithm(base) + bitLengthOf(abs(exponent.mantissa)) + exponent.exponent;
  const grows = isAboveOne(base) === exponent.mantissa > 0n;
  // The bounds leave room for the estimate: it is one too large or too small at most.
  if (size > 32) return grows ? 'infinity' : zeroFloat;
  if (size < -60) return roundToFloat(1n, 0);
  return (
    nearest((bits) => {
      const wide = bits + 16 + Math.max(0, precision + exponent.exponent);
      const logarithm = fixedLn(base.mantissa, base.exponent, wide);
      const argument = shift(logarithm * exponent.mantissa, exponent.exponent + bits - wide);
      if (bitLengthOf(abs(argument)) - bits > 31) return undefined;
      const { value, power } = fixedExp(argument, bits);
      return { value, exponent: power - bits };
    }) ?? (grows ? 'infinity' : zeroFloat)
  );
}

/** Binary digits of |ln(base)| before the point, within one. */
function sizeOfLogarithm({ mantissa, exponent }: BinaryFloat): number {
  const twos = exponent + precision - 1;
  // Between 1/2 and 2 the logarithm is the difference from one times a factor below 3/2.
  if (twos === 0 || twos === -1) {
    return bitLengthOf(abs(mantissa - (1n << BigInt(-exponent)))) + exponent;
  }
  return 32 - Math.clz32(twos > 0 ? twos : -twos - 1);
}

type Approximation = { readonly value: bigint; readonly exponent: number };

// The result is between two candidates that round to the same number, if not at this width then at a larger one: no
// result is exactly halfway between two numbers of 53 bits, because exact cases are already handled.
const firstBits = 96;
const lastBits = 100_000;

function nearest(approximate: (bits: number) => Approximation): BinaryFloat;
function nearest(approximate: (bits: number) => Approximation | undefined): BinaryFloat | undefined;
function nearest(
  approximate: (bits: number) => Approximation | undefined,
): BinaryFloat | undefined {
  for (let bits = firstBits; ; bits *= 2) {
    assert(bits < lastBits, 'a result that is not a tie is decided by then');
    const approximation = approximate(bits);
    if (approximation === undefined) return undefined;
    const { value, exponent } = approximation;
    const low = roundToFloat(value - fixedPointError, exponent);
    if (equalFloats(low, roundToFloat(value + fixedPointError, exponent))) return low;
  }
}

/** `value` * 2^`by`, rounded down. */
function shift(value: bigint, by: number): bigint {
  return by >= 0 ? value << BigInt(by) : value >> BigInt(-by);
}

function isOne({ mantissa, exponent }: BinaryFloat): boolean {
  return mantissa === 1n << 52n && exponent === -52;
}

function isAboveOne({ exponent }: BinaryFloat): boolean {
  return exponent >= -52;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The largest integer whose square is not above the value. */
function integerSqrt(value: bigint): bigint {
  if (value < 2n) return value;
  // Newton's method from above.
  let root = 1n << BigInt((bitLengthOf(value) + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
