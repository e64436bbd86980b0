// The lowest gas price at which transactions are valid in blocks. Existing networks have none; private networks may let
// it rise with time. A node can be configured to require more.
// Source: delta, section 11, points 10 and 13.

import type { Micros } from '../../model/header.ts';

/** Prices in units of 10^-12 of the coin. */
export type MinimumGasPrice = {
  readonly first: bigint;
  /** If it rises: by `step` after every `everySeconds` since the genesis time, up to `most`. */
  readonly rise:
    { readonly step: bigint; readonly everySeconds: bigint; readonly most: bigint } | undefined;
};

export const noMinimumGasPrice: MinimumGasPrice = { first: 0n, rise: undefined };

/** Returns the price for a transaction with this creation time, in seconds since the Unix epoch. */
export function minimumGasPrice(
  { first, rise }: MinimumGasPrice,
  { creationTime, genesisTime }: { readonly creationTime: bigint; readonly genesisTime: Micros },
): bigint {
  if (rise === undefined) return first;
  const passed = creationTime - genesisTime / 1_000_000n;
  if (passed <= 0n) return first;
  const price = first + rise.step * (passed / rise.everySeconds);
  return price < rise.most ? price : rise.most;
}
