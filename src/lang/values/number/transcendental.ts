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
import type { Decimal } from '../value.ts';

/** Results that are not numbers. Beyond 2^30 bits the reference overflows; long before that it runs out of memory. */
type NotANumber = 'not-a-number' | 'infinity' | 'negative-infinity' | 'too-large';

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

// Logarithm and exponential in fixed point (integers that represent numbers times a power of two), with known error.
// The functions above round the results correctly.

/** Results are off by less than this many units of their last bit. */
const fixedPointError = 1024n;

/** Binary exponents here fit in machine words; the constant has this many bits more than its use. */
const exponentBits = 34;

/** ln(`mantissa` * 2^`exponent`) * 2^`bits` for a mantissa of 53 bits. */
function fixedLn(mantissa: bigint, exponent: number, bits: number): bigint {
  // Brings the argument near to one: between 3/4 and 3/2.
  const scale = mantissa >= 3n << 51n ? 53 : 52;
  const twos = exponent + scale;
  // Then to within 1/32 of a multiple of 1/16, whose logarithms are kept.
  const wide = BigInt(scale);
  const sixteenths = (32n * mantissa + (1n << wide)) >> (wide + 1n);
  const [left, right] = [16n * mantissa, sixteenths << wide];
  const ofRest = left === right ? 0n : 2n * fixedAtanh(left - right, left + right, bits);
  const ofTwos = (BigInt(twos) * ln2(bits + exponentBits)) >> BigInt(exponentBits);
  return ofRest + lnOfSixteenths(Number(sixteenths), bits) + ofTwos;
}

/**
 * exp(`argument` / 2^`bits`) as `value` * 2^(`power` - `bits`), the value between 1/2 and 2 in units of 2^-`bits`.
 * The argument must be below 2^31.
 */
function fixedExp(
  argument: bigint,
  bits: number,
): { readonly value: bigint; readonly power: number } {
  const more = BigInt(exponentBits);
  const constant = ln2(bits + exponentBits);
  const scaled = argument << more;
  const power = (scaled + constant / 2n) / constant - (scaled < -constant / 2n ? 1n : 0n);
  const rest = (scaled - power * constant) >> more;
  return { value: expNearZero(rest, bits), power: Number(power) };
}

const halvings = 8n;
const guardBits = 16n;

/** For arguments below 1 in magnitude. */
function expNearZero(argument: bigint, bits: number): bigint {
  const width = BigInt(bits) + guardBits;
  const small = argument << (guardBits - halvings);
  let term = 1n << width;
  let sum = term;
  for (let i = 1n; term !== 0n && term !== -1n; i++) {
    term = ((term * small) >> width) / i;
    sum += term;
  }
  for (let i = 0n; i < halvings; i++) sum = (sum * sum) >> width;
  return sum >> guardBits;
}

/** atanh(`numerator` / `denominator`) * 2^`bits` for quotients up to 1/5 in magnitude. */
function fixedAtanh(numerator: bigint, denominator: bigint, bits: number): bigint {
  const width = BigInt(bits);
  const quotient = (numerator << width) / denominator;
  const square = (quotient * quotient) >> width;
  let power = quotient;
  let sum = quotient;
  for (let i = 3n; power !== 0n && power !== -1n; i += 2n) {
    power = (power * square) >> width;
    sum += power / i;
  }
  return sum;
}

const knownLogarithms = new Map<number, Map<number, bigint>>();

/** ln(`count` / 16) * 2^`bits`, for 12 to 24 sixteenths. */
function lnOfSixteenths(count: number, bits: number): bigint {
  let ofWidth = knownLogarithms.get(bits);
  if (ofWidth === undefined) {
    ofWidth = new Map();
    knownLogarithms.set(bits, ofWidth);
  }
  const known = ofWidth.get(count);
  if (known !== undefined) return known;
  const value = (2n * fixedAtanh(BigInt(count - 16), BigInt(count + 16), bits + 16)) >> 16n;
  ofWidth.set(count, value);
  return value;
}

const knownLn2 = new Map<number, bigint>();

/** ln(2) * 2^`bits`. */
function ln2(bits: number): bigint {
  const known = knownLn2.get(bits);
  if (known !== undefined) return known;
  const wide = bits + 16;
  // Machin-like: ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749).
  const sum =
    18n * fixedAtanh(1n, 26n, wide) -
    2n * fixedAtanh(1n, 4801n, wide) +
    8n * fixedAtanh(1n, 8749n, wide);
  const value = sum >> 16n;
  knownLn2.set(bits, value);
  return value;
}
