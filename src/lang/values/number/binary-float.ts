// Binary numbers of 53 bits with unbounded exponent, rounded to nearest, ties to even, as the reference's
// library (MPFR at its default precision) uses them.
// Source: pact/Pact/Core/Trans/MPFR.hs, section 3.3.

import { bitLengthOf } from '../../../base/integers.ts';
import { decimalFromRational, maxPlaces, powerOfTen } from './decimal.ts';
import { Decimal } from '../value.ts';

export const precision = 53;

/** `mantissa` * 2^`exponent`; the mantissa is 0 or has exactly 53 bits, besides its sign. */
export type BinaryFloat = { readonly mantissa: bigint; readonly exponent: number };

export const zeroFloat: BinaryFloat = { mantissa: 0n, exponent: 0 };

export function floatFromDecimal({ mantissa, places }: Decimal): BinaryFloat {
  return roundQuotient(mantissa, powerOfTen(places), 0);
}

/** Exact, then rounded half-even to 255 places and without trailing zeros. */
export function decimalFromFloat(float: BinaryFloat): Decimal {
  const { mantissa, exponent } = float;
  if (exponent >= 0) return new Decimal(mantissa << BigInt(exponent), 0);
  if (mantissa === 0n) return new Decimal(0n, 0);
  const { mantissa: odd, exponent: twos } = oddPart(float);
  if (twos >= 0) return new Decimal(odd << BigInt(twos), 0);
  // An odd multiple of this power of one half ends in a 5 at that place.
  if (-twos <= maxPlaces) return new Decimal(odd * powerOfFive(-twos), -twos);
  return decimalFromRational(odd, 1n << BigInt(-twos));
}

const powersOfFive: bigint[] = [1n];

function powerOfFive(exponent: number): bigint {
  for (let i = powersOfFive.length; i <= exponent; i++) {
    powersOfFive.push((powersOfFive[i - 1] as bigint) * 5n);
  }
  return powersOfFive[exponent] as bigint;
}

/** `value` * 2^`exponent` rounded. */
export function roundToFloat(value: bigint, exponent: number): BinaryFloat {
  if (value === 0n) return zeroFloat;
  const magnitude = value < 0n ? -value : value;
  const excess = bitLengthOf(magnitude) - precision;
  if (excess <= 0) return { mantissa: value << BigInt(-excess), exponent: exponent + excess };
  const shift = BigInt(excess);
  const kept = magnitude >> shift;
  const rest = magnitude - (kept << shift);
  const half = 1n << (shift - 1n);
  const roundsUp = rest > half || (rest === half && (kept & 1n) === 1n);
  return normalize(roundsUp ? kept + 1n : kept, exponent + excess, value < 0n);
}

/** `dividend` / `divisor` * 2^`exponent` rounded; the divisor is not zero. */
export function roundQuotient(dividend: bigint, divisor: bigint, exponent: number): BinaryFloat {
  const negative = dividend < 0n !== divisor < 0n;
  const n = dividend < 0n ? -dividend : dividend;
  const d = divisor < 0n ? -divisor : divisor;
  // Two bits more than needed, and a last one that says whether anything was cut off.
  const shift = Math.max(0, precision + 2 - (bitLengthOf(n) - bitLengthOf(d)));
  const scaled = n << BigInt(shift);
  const quotient = scaled / d;
  const sticky = quotient * d === scaled ? 0n : 1n;
  const value = 2n * quotient + sticky;
  return roundToFloat(negative ? -value : value, exponent - shift - 1);
}

/** The odd integer and the power of two that the number is the product of; not for zero. */
export function oddPart({ mantissa, exponent }: BinaryFloat): BinaryFloat {
  const twos = trailingZeros(mantissa);
  return { mantissa: mantissa >> BigInt(twos), exponent: exponent + twos };
}

/** For a number of at most 53 bits, not zero. */
function trailingZeros(mantissa: bigint): number {
  const low = Number(BigInt.asUintN(32, mantissa));
  if (low !== 0) return 31 - Math.clz32(low & -low);
  const high = Number(BigInt.asUintN(32, mantissa >> 32n));
  return 63 - Math.clz32(high & -high);
}

export function equalFloats(left: BinaryFloat, right: BinaryFloat): boolean {
  return left.mantissa === right.mantissa && left.exponent === right.exponent;
}

function normalize(kept: bigint, exponent: number, negative: boolean): BinaryFloat {
  // Rounding up may have made a 54th bit, and then the number is a power of two.
  const carried = kept >> BigInt(precision) === 1n;
  const mantissa = carried ? kept >> 1n : kept;
  return { mantissa: negative ? -mantissa : mantissa, exponent: carried ? exponent + 1 : exponent };
}
