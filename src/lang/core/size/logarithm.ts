// Natural logarithms for cost formulas, with the same result on every machine.
// Source: the reference computes them in doubles with the C library, which rounds correctly except
// for the last bit in rare cases.

import { decimalFromFloat } from '../../values/number/binary-float.ts';
import { showDecimal } from '../../values/number/decimal.ts';
import { decimalLn } from '../../values/number/transcendental.ts';

/** Returns the double nearest to the logarithm; the number is finite and at least 1. */
export function naturalLogarithm(value: number): number {
  const logarithm = decimalLn(decimalFromFloat(binaryParts(value)));
  return typeof logarithm === 'string' ? NaN : Number(showDecimal(logarithm));
}

/** Returns the logarithm of a count of at least 1, rounded up. */
export function ceilOfLogarithm(count: number): number {
  const exponent = powersOfE.findIndex((power) => count <= power);
  return exponent >= 0 ? exponent : Math.ceil(naturalLogarithm(count));
}

/** e^0, e^1 and so on, rounded down. */
const powersOfE = [
  1, 2, 7, 20, 54, 148, 403, 1_096, 2_980, 8_103, 22_026, 59_874, 162_754, 442_413,
];

function binaryParts(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  let mantissa = value;
  let exponent = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent--;
  }
  return { mantissa: BigInt(mantissa), exponent };
}
