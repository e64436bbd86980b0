// Applies the limits of machine/limits.ts to builtins: a larger result raises a Pact error before it is built, or
// right after if building it is cheap.

import { integerBounds, maxIntegerBits, maxListLength, maxTextLength } from '../state/limits.ts';
import type { BuiltinCall } from '../state/builtin.ts';
import { ValueTooLarge } from '../values/value-too-large.ts';
import type { Decimal, PactValue } from '../values/value.ts';

export function boundedInteger(call: BuiltinCall, integer: bigint): bigint {
  if (integer < ordinaryBound && integer > negativeOrdinaryBound) return integer;
  const { below, above } = integerBounds();
  if (integer < above && integer > below) return integer;
  return failTooManyBits(call);
}

/** Nearly all integers are smaller than this in absolute value. */
const ordinaryBound = 1n << 256n;
const negativeOrdinaryBound = -ordinaryBound;

export function boundedDecimal(call: BuiltinCall, decimal: Decimal): Decimal {
  boundedInteger(call, decimal.mantissa);
  return decimal;
}

export function failTooManyBits(call: BuiltinCall): never {
  return call.fail('ArithmeticException', { cause: `integer of more than ${maxIntegerBits} bits` });
}

/** `length` in UTF-16 units. */
export function enforceTextLength(call: BuiltinCall, length: number): void {
  if (length > textLimit(call)) failTextTooLong(call);
}

export function enforceListLength(call: BuiltinCall, length: number | bigint): void {
  const limit = call.limited ? maxListLength.metered : maxListLength.unmetered;
  if (length > limit) call.failBuiltin(`list of more than ${limit} elements`);
}

/** Returns the string that `write` makes of a value. `write` throws `ValueTooLarge` beyond a limit of characters. */
export function boundedText(
  call: BuiltinCall,
  value: PactValue,
  write: (value: PactValue, limit: number) => string,
): string {
  const limit = textLimit(call);
  try {
    const text = write(value, limit);
    enforceTextLength(call, text.length);
    return text;
  } catch (error) {
    if (error instanceof ValueTooLarge) failTextTooLong(call);
    throw error;
  }
}

function textLimit(call: BuiltinCall): number {
  return call.limited ? maxTextLength.metered : maxTextLength.unmetered;
}

function failTextTooLong(call: BuiltinCall): never {
  return call.failBuiltin(`string of more than ${textLimit(call)} characters`);
}
