// Turns floating-point results that are not finite into errors.

import { countSteps } from '../../../base/interruption.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import type { Transcendental } from '../../values/number/transcendental.ts';
import type { Decimal } from '../../values/value.ts';
import { boundedDecimal, failTooManyBits } from '../bounds.ts';

/** The work of one function on an ordinary number: some tens of microseconds. */
const stepsOfFunction = 4096;

export function finite(call: BuiltinCall, result: Transcendental): Decimal {
  countSteps(stepsOfFunction);
  if (typeof result !== 'string') return boundedDecimal(call, result);
  if (result === 'too-large') return failTooManyBits(call);
  return call.fail('FloatingPointError', {
    cause: 'Floating operation resulted in Infinity or NaN',
  });
}
