// The value of a literal.

import type { Literal } from '../../core/model/term.ts';
import { Decimal, unit, type PactValue } from '../../values/value.ts';

export function literalValue(literal: Literal): PactValue {
  switch (literal.kind) {
    case 'decimal':
      return new Decimal(literal.mantissa, literal.places);
    case 'unit':
      return unit;
    default:
      return literal.value;
  }
}
