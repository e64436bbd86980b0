// Times and gas prices of transactions, as a mempool compares them. Times differ from those of blocks
// (src/chain/rules/execution/transaction-timing.ts): the mempool uses the clock, and lets a transaction live a second
// longer.

import { roundedToUnits } from '../../chain/execute/index.ts';
import type { PublicMeta } from '../../chain/command/index.ts';
import type { Micros } from '../../chain/model/header.ts';
import type { Decimal } from '../../lang/session/run.ts';

/** In units of 10^-12 of the coin. */
export function priceUnits(price: Decimal): bigint {
  return roundedToUnits(1n, price).mantissa;
}

const second = 1_000_000n;

export function creationOf({ creationTime }: PublicMeta): Micros {
  return creationTime * second;
}

/** A transaction lives at most two days and a second, regardless of its ttl (Chainweb/Mempool/Mempool.hs). */
const longestLife = (2n * 86_400n + 1n) * second;

export function expiryOf(meta: PublicMeta): Micros {
  const life = meta.ttl * second;
  return creationOf(meta) + (life < longestLife ? life : longestLife);
}
