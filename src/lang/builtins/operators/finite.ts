// What becomes of a floating-point operation that has no finite result.

import type { NativeCall } from '../../machine/native.ts';
import type { Transcendental } from '../../values/transcendental.ts';
import type { Decimal } from '../../values/value.ts';
import { boundedDecimal, failTooManyBits } from '../bounds.ts';

export function finite(call: NativeCall, result: Transcendental): Decimal {
  if (typeof result !== 'string') return boundedDecimal(call, result);
  if (result === 'too-large') return failTooManyBits(call);
  return call.fail('FloatingPointError', {
    cause: 'Floating operation resulted in Infinity or NaN',
  });
}
