// The flat cost of each builtin, charged when all arguments are evaluated and before they are checked.
// Further costs of a builtin depend on sizes: see `formulas`.
// Source: Gas/TableGasModel.hs (coreBuiltinGasCost); section 8.3.

import { builtinPrices } from './builtin-prices.ts';

/** The flat costs set by a release, by internal name: all of them for the first release, then only changes. */
export function flatCostsIn(release: string): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  let cost = 0;
  for (const word of (builtinPrices.get(release) ?? '').trim().split(/\s+/)) {
    if (word.endsWith(':')) cost = Number(word.slice(0, -1));
    else costs.set(word, cost);
  }
  return costs;
}
