// Limits size measurement by the remaining gas: counting stops at a size that the gas cannot pay for.
// Source: pact/Pact/Core/SizeOf.hs (sizeOf); end of section 8.6.

import type { Span } from '../../base/span.ts';
import { gasLabels } from './labels.ts';
import type { GasMeter } from './meter.ts';
import { divideMilliGas, multiplyMilliGas, subtractMilliGas } from './milligas.ts';

/**
 * Returns the size of something that is about to be charged. `count` returns the size, or the first
 * total above the given budget; such a total is charged immediately, which ends the run.
 */
export function sizeOfCharged(
  meter: GasMeter,
  count: (budget: number) => number,
  span: Span,
): number {
  return sizeWithin(meter, sizeBudget(meter), count, span);
}

/** Returns the bytes that the remaining gas can pay for; valid until the next charge. */
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
