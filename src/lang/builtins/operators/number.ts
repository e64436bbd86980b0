// Shared by sums and differences: the charge, and mixed integers and decimals.

import type { BuiltinCall } from '../../state/builtin.ts';
import { decimalFromInteger } from '../../values/number/decimal.ts';
import type { Decimal } from '../../values/value.ts';
import { chargeInteger } from '../charges.ts';

/** Treats the integer as a decimal without places. */
export function toDecimal(number: bigint | Decimal): Decimal {
  return typeof number === 'bigint' ? decimalFromInteger(number) : number;
}

/** Charges for decimals by their mantissas. */
export function chargeSum(
  call: BuiltinCall,
  operation: 'Add' | 'Sub',
  left: bigint,
  right: bigint,
): void {
  const { costs } = call;
  if (costs !== undefined) chargeInteger(call, operation, costs.intAdd(left, right), left, right);
}
