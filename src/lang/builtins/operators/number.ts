// What sums and differences share: the charge, and numbers where integers and decimals mix.

import { flatAddition, intAddCost } from '../../gas/arithmetic-costs.ts';
import { isWord } from '../../../base/word.ts';
import { countResult } from '../../machine/memory.ts';
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

/**
 * The sum or difference of two integers, charged and counted. It is made before it is paid: if it and the left one
 * are machine words, the right one is hardly longer, and nothing else has to be looked at.
 */
export function paidSum(
  call: NativeCall,
  operation: 'Add' | 'Sub',
  left: bigint,
  right: bigint,
  result: bigint,
): bigint {
  const isSmall = isWord(left) && isWord(result);
  if (call.metered) {
    const cost = isSmall ? flatAddition : intAddCost(left, right);
    chargeInteger(call, operation, cost, left, right);
  }
  if (!isSmall) countResult(call.machine, result);
  return result;
}
