// Measuring is bounded by the gas that is left: a size that the gas could not pay for is not
// counted to its end.
// Source: pact/Pact/Core/SizeOf.hs (sizeOf); end of section 8.6.

import type { Span } from '../../base/span.ts';
import { gasLabels } from './labels.ts';
import type { GasMeter } from './meter.ts';
import { divideMilliGas, multiplyMilliGas, subtractMilliGas } from './milligas.ts';

/**
 * The size of something that is about to be charged. `count` answers the size, or the first total
 * above the budget that it is given; such a total is charged at once, which ends the run.
 */
export function sizeOfCharged(
  meter: GasMeter,
  count: (budget: number) => number,
  span: Span,
): number {
  const { limit } = meter;
  if (limit === undefined) return count(Infinity);
  const perByte = meter.constants.sizeOfPerByte;
  const left = divideMilliGas(subtractMilliGas(limit, meter.used), perByte);
  const budget = Math.min(Number(left), Number.MAX_SAFE_INTEGER);
  const size = count(budget);
  if (size > budget) {
    const cost = multiplyMilliGas(size, perByte);
    meter.charge(cost, gasLabels.constant(cost), span);
  }
  return size;
}
