// What sums and differences share: the charge, and numbers where integers and decimals mix.

import { flatAddition, intAddCost, intComparisonCost } from '../../gas/arithmetic-costs.ts';
import type { GasConstants } from '../../gas/constants.ts';
import type { NativeCall } from '../../machine/native.ts';
import { decimalFromInteger } from '../../values/decimal.ts';
import type { Decimal } from '../../values/value.ts';
import { chargeInteger } from '../charges.ts';

/** The integer is taken as a decimal without places. */
export function toDecimal(number: bigint | Decimal): Decimal {
  return typeof number === 'bigint' ? decimalFromInteger(number) : number;
}

/** Of decimals the mantissas. */
export function chargeSum(
  call: NativeCall,
  operation: 'Add' | 'Sub',
  left: bigint,
  right: bigint,
): void {
  if (call.metered) chargeInteger(call, operation, intAddCost(left, right), left, right);
}

/** What `+` and `-` cost of machine words. */
export const costOfWordSum = (): number => flatAddition;

export const costOfWordComparison = (constants: GasConstants): number =>
  intComparisonCost(constants, 0n, 0n);
