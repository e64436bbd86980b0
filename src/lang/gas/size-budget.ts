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
  return sizeWithin(meter, sizeBudget(meter), count, span);
}

/** The bytes that the gas left can pay for. It holds until something is charged. */
export function sizeBudget(meter: GasMeter): number {
  const { limit } = meter;
  if (limit === undefined) return Infinity;
  const left = divideMilliGas(subtractMilliGas(limit, meter.used), meter.costs.measuredByte);
  return Math.min(Number(left), Number.MAX_SAFE_INTEGER);
}

export function sizeWithin(
  meter: GasMeter,
  budget: number,
  count: (budget: number) => number,
  span: Span,
): number {
  const size = count(budget);
  if (size > budget) {
    const cost = multiplyMilliGas(size, meter.costs.measuredByte);
    meter.charge(cost, gasLabels.constant(cost), span);
  }
  return size;
}
