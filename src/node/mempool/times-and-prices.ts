// Times and gas prices of transactions as a mempool compares them.

import type { PublicMeta } from '../../command/index.ts';
import type { Micros } from '../../chain/model/header.ts';
import type { Decimal } from '../../lang/session/run.ts';

/** Places of the smallest amount of coin: a gas price has no more. */
export const pricePlaces = 12;

/** In units of 10^-12 of the coin; what is below that is cut off. */
export function priceUnits({ mantissa, places }: Decimal): bigint {
  return places <= pricePlaces
    ? mantissa * 10n ** BigInt(pricePlaces - places)
    : mantissa / 10n ** BigInt(places - pricePlaces);
}

const second = 1_000_000n;

export function creationOf({ creationTime }: PublicMeta): Micros {
  return creationTime * second;
}

/** A transaction lives two days and a second at most, whatever it says (Chainweb/Mempool/Mempool.hs). */
const longestLife = (2n * 86_400n + 1n) * second;

export function expiryOf(meta: PublicMeta): Micros {
  const life = meta.ttl * second;
  return creationOf(meta) + (life < longestLife ? life : longestLife);
}
