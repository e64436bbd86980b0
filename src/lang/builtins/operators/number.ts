// What sums and differences share: the charge, and numbers where integers and decimals mix.

import type { BuiltinCall } from '../../machine/calls/builtin.ts';
import { decimalFromInteger } from '../../values/number/decimal.ts';
import type { Decimal } from '../../values/value.ts';
import { chargeInteger } from '../charges.ts';

/** The integer is taken as a decimal without places. */
export function toDecimal(number: bigint | Decimal): Decimal {
  return typeof number === 'bigint' ? decimalFromInteger(number) : number;
}

/** Of decimals the mantissas. */
export function chargeSum(
  call: BuiltinCall,
  operation: 'Add' | 'Sub',
  left: bigint,
  right: bigint,
): void {
  const { costs } = call;
  if (costs !== undefined) chargeInteger(call, operation, costs.intAdd(left, right), left, right);
}
