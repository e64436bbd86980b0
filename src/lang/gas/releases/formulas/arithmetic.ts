// The costs of arithmetic beyond the flat cost of its builtin, by the bits of the operands. For
// decimals the operands are the mantissas, not rescaled, unless a formula says otherwise.
// Where the reference computes in doubles, results here are correctly rounded. The results of its C
// library may differ in the last place, which matters only for costs of more than 2^53 milligas.
// Source: Gas/TableGasModel.hs; section 8.4.

import { naturalLogarithm } from '../../../core/size/logarithm.ts';
import { isWord } from '../../../../base/integers.ts';
import { bitLength, wordBitLength } from '../../integer-bits.ts';
import {
  addMilliGas,
  ceilToMilliGas,
  divideMilliGas,
  maxMilliGas,
  multiplyMilliGas,
  toMilliGas,
  type MilliGas,
} from '../../milligas.ts';
import type { GasParameters } from '../../schedule.ts';

export type ArithmeticCosts = {
  /** `+` and `-`. */
  readonly intAdd: (left: bigint, right: bigint) => MilliGas;
  /** `*`, and `minutes`, `hours`, `days` with their number of seconds. */
  readonly intMultiply: (left: bigint, right: bigint) => MilliGas;
  /** `/`. */
  readonly intDivide: (left: bigint, right: bigint) => MilliGas;
  /** `^`; of decimals the ceilings. */
  readonly pow: (base: bigint, power: bigint) => MilliGas;
  readonly shift: (integer: bigint, by: bigint) => MilliGas;
  /** `exp` of an integer, or of a decimal's mantissa. */
  readonly exp: (power: bigint) => MilliGas;
  /** `ln` of an integer, or of a decimal's ceiling. */
  readonly ln: (integer: bigint) => MilliGas;
  readonly log: (base: bigint, integer: bigint) => MilliGas;
  /** `sqrt` of an integer, or of a decimal's mantissa. */
  readonly sqrt: (radicand: bigint) => MilliGas;
  readonly intComparison: (left: bigint, right: bigint) => number;
  readonly decimalComparison: (left: bigint, right: bigint) => MilliGas;
};

export function arithmeticCosts(parameters: GasParameters): ArithmeticCosts {
  const { linearBits, addition, quadraticReduction, builtinBasicWork } = parameters;
  const { multiplication, multiplicationPerTwentyBits } = parameters;
  const linearBound = 1n << BigInt(linearBits);
  const linear = (bits: number): number =>
    Math.floor((multiplicationPerTwentyBits * bits) / 20) + multiplication;
  const quadratic = (bits: number): MilliGas =>
    divideMilliGas(multiplyMilliGas(bits, bits), quadraticReduction);
  const intMultiply = (left: bigint, right: bigint): MilliGas => {
    const bits = bitLength(larger(left, right));
    return bits <= linearBits ? linear(bits) : quadratic(bits);
  };
  const intComparison = (left: bigint, right: bigint): number =>
    Math.max(wordBitLength(left), wordBitLength(right)) + builtinBasicWork;
  return {
    intAdd: (left, right) => {
      // The usual case takes two cheap comparisons: the larger operand is at least the smallest machine word.
      if (isWord(left) && right < linearBound) return addition;
      const bits = bitLength(larger(left, right));
      return bits <= linearBits ? addition : quadratic(bits);
    },
    intMultiply,
    intDivide: intMultiply,
    pow: powCost,
    shift: (integer, by) => {
      if (by <= 0n) return 0;
      const bits = toMilliGas(larger(BigInt(bitLength(integer)), by));
      const scaled = divideMilliGas(multiplyMilliGas(multiplicationPerTwentyBits, bits), 20);
      return addMilliGas(powCost(2n, by), addMilliGas(scaled, multiplication));
    },
    exp: expCost,
    ln: lnCost,
    log: (base, integer) => addMilliGas(lnCost(base), lnCost(integer)),
    sqrt: sqrtCost,
    intComparison,
    decimalComparison: (left, right) =>
      addMilliGas(intMultiply(left, right), intComparison(left, right)),
  };
}

function powCost(base: bigint, power: bigint): MilliGas {
  const powerBits = bitLength(power);
  const average = Number(averageOperandBits(bitLength(base), powerBits));
  return multiplyMilliGas(2 * powerBits - 2, ceilToMilliGas(average * average));
}

function expCost(power: bigint): MilliGas {
  const powerBits = bitLength(power);
  const average = averageOperandBits(bitLength(3n), powerBits);
  return multiplyMilliGas(2 * powerBits - 2, ceilOfPowerFiveHalves(average));
}

function lnCost(integer: bigint): MilliGas {
  const bits = bitLength(integer);
  const logarithm = naturalLogarithm(bits);
  return scaledByLogarithms(bits, logarithm * logarithm, logarithm);
}

function sqrtCost(radicand: bigint): MilliGas {
  if (radicand <= 0n) return 0;
  const bits = bitLength(radicand);
  const logarithm = naturalLogarithm(bits);
  return scaledByLogarithms(bits, logarithm, logarithm);
}

/** Returns bits times the factor times the logarithm of the logarithm, each rounded up and not below zero. */
function scaledByLogarithms(bits: number, factor: number, logarithm: number): MilliGas {
  // The logarithms of 1 and 2 are below 1, so the logarithms of those are not positive.
  const ofLogarithm = logarithm <= 1 ? 0 : ceilToMilliGas(naturalLogarithm(logarithm));
  return multiplyMilliGas(multiplyMilliGas(bits, ceilToMilliGas(factor)), ofLogarithm);
}

/**
 * By value and not by magnitude: a large negative operand with a small positive one costs nothing
 * extra.
 */
function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

/** Bits of the base times 2^((bits of the power - 1) / 2), each factor rounded up. */
function averageOperandBits(baseBits: number, powerBits: number): MilliGas {
  return multiplyMilliGas(baseBits, ceilOfHalfPowerOfTwo(powerBits - 1));
}

/** The ceiling of 2^(halves / 2) computed in doubles. */
function ceilOfHalfPowerOfTwo(halves: number): MilliGas {
  if (halves >= 128) return maxMilliGas;
  const whole = Number(1n << BigInt(halves >> 1));
  // Scaling the nearest double of the root by a power of two is what a correct `pow` returns.
  return ceilToMilliGas(halves % 2 === 0 ? whole : whole * Math.SQRT2);
}

/** The ceiling of the double nearest to x^2.5, where x is first made a double. */
function ceilOfPowerFiveHalves(amount: MilliGas): MilliGas {
  const x = BigInt(Number(amount));
  if (x >= 1n << 26n) return maxMilliGas;
  // JavaScript's own power may be off by one in the last place, which decides the ceiling of large
  // results.
  return ceilOfRootAsDouble(x ** 5n);
}

/** The ceiling of the double nearest to the square root of an integer below 2^130. */
function ceilOfRootAsDouble(square: bigint): MilliGas {
  const fractionBits = 64n;
  const scaled = floorRoot(square << (2n * fractionBits));
  const surplus = BigInt(Math.max(0, bitLength(scaled) - 53));
  const unit = 1n << surplus;
  const remainder = scaled % unit;
  // An apparent tie is really above one half, truncated: the root of an integer is never a fraction.
  const nearest = 2n * remainder >= unit ? scaled - remainder + unit : scaled - remainder;
  const ceiling = (nearest + (1n << fractionBits) - 1n) >> fractionBits;
  return toMilliGas(ceiling);
}

/** Newton's method from above. */
function floorRoot(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(bitLength(square) / 2));
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
