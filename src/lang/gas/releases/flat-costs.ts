// The flat cost of each builtin, charged when its last argument is there and before any argument is
// looked at. What a builtin costs beyond that depends on sizes: see `formulas`.
// Source: Gas/TableGasModel.hs (coreBuiltinGasCost); section 8.3.

import { builtinPrices } from './builtin-prices.ts';

/** What a release sets, by internal name: of the first one all flat costs, then those that change. */
export function flatCostsIn(release: string): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  let cost = 0;
  for (const word of (builtinPrices.get(release) ?? '').trim().split(/\s+/)) {
    if (word.endsWith(':')) cost = Number(word.slice(0, -1));
    else costs.set(word, cost);
  }
  return costs;
}
