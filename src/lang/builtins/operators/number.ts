// Numbers where integers and decimals mix: the integer is taken as a decimal without places.

import { decimalFromInteger } from '../../values/decimal.ts';
import type { Decimal } from '../../values/value.ts';

export function toDecimal(number: bigint | Decimal): Decimal {
  return typeof number === 'bigint' ? decimalFromInteger(number) : number;
}
