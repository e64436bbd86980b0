// Amounts of coin for gas payments: exact, with 12 places.
// Source: Chainweb/Pact5/TransactionExec.hs (gasSupplyOf); consensus reference, section 6.3.

import { Decimal, showDecimal } from '../../lang/session/run.ts';

/** Places of the smallest amount of coin. */
export const coinPlaces = 12;

/** Gas times price, rounded half to even; always with 12 places, which rows and logs show. */
export function roundedToUnits(gas: bigint, price: Decimal): Decimal {
  const product = gas * price.mantissa;
  const excess = price.places - coinPlaces;
  if (excess <= 0) return new Decimal(product * 10n ** BigInt(-excess), coinPlaces);
  return new Decimal(divideHalfEven(product, 10n ** BigInt(excess)), coinPlaces);
}

/** Converts units of 10^-12 to coins, without trailing zeros, as for the reward. */
export function coinsOf(units: bigint): Decimal {
  let mantissa = units;
  let places = coinPlaces;
  while (places > 0 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    places -= 1;
  }
  return new Decimal(mantissa, places);
}

/** As the reference shows prices: `0`, `0.00000001`. */
export const priceText = (price: Decimal): string => showDecimal(price);

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend - quotient * divisor;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const isAway = twice > divisor || (twice === divisor && quotient % 2n !== 0n);
  if (!isAway) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}
