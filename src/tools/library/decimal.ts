// Decimals as programs get and give them: those of decimal.js, which can calculate.

import { Decimal as DecimalJs } from 'decimal.js';
import { Decimal as PactDecimal, readDecimal } from '../../lang/session/run.ts';

/**
 * The `Decimal` of decimal.js with settings that suit Pact: results have up to 512 digits, are rounded half-even, and are
 * printed without exponents. A Pact decimal has at most 255 places. Trailing zeros are not kept: `1.50` is `1.5`.
 */
export const Decimal = DecimalJs.clone({
  precision: 512,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Decimal = DecimalJs;

export function decimalOfPact({ mantissa, places }: PactDecimal): Decimal {
  return new Decimal(`${mantissa}e-${places}`);
}

/** Throws a `TypeError` for decimals that Pact does not have, which are a bug of the calling program. */
export function pactDecimalOf(decimal: Decimal): PactDecimal {
  if (!decimal.isFinite()) throw new TypeError(`${decimal.toString()} is not a Pact number`);
  // Not `toString`: the caller's own decimal.js may print exponents.
  const read = readDecimal(decimal.toFixed());
  if (read === undefined) throw new TypeError(`${decimal.toString()} has more than 255 places`);
  return read;
}

/** Also recognizes decimals of another copy of decimal.js. */
export const isDecimal = (value: unknown): value is Decimal => DecimalJs.isDecimal(value);
