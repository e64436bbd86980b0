// Arithmetic of times: microseconds in 64 bits that wrap around, as in the reference's library.
// Source: pact-time, Internal.hs; sections 2.3 and 3.5.

import {
  decimalFromRational,
  multiplyDecimals,
  roundToInteger,
  decimalFromInteger,
} from '../number/decimal.ts';
import { TimeValue, type Decimal } from '../value.ts';

export const microsPerSecond = 1_000_000n;
export const microsPerDay = 86_400_000_000n;
/** 1970-01-01 in microseconds since the epoch of times, 1858-11-17. */
export const posixEpoch = 40587n * microsPerDay;

export function timeFromPosixMicros(micros: bigint): TimeValue {
  return new TimeValue(BigInt.asIntN(64, micros + posixEpoch));
}

export function posixMicros(time: TimeValue): bigint {
  return BigInt.asIntN(64, time.micros - posixEpoch);
}

const million = decimalFromInteger(microsPerSecond);

/** Seconds are rounded half-even to microseconds. */
export function addSeconds(time: TimeValue, seconds: Decimal): TimeValue {
  const micros = roundToInteger(multiplyDecimals(seconds, million), 'half-even');
  return new TimeValue(BigInt.asIntN(64, time.micros + micros));
}

/** `left` - `right` in seconds, without trailing zeros. */
export function secondsBetween(left: TimeValue, right: TimeValue): Decimal {
  return decimalFromRational(BigInt.asIntN(64, left.micros - right.micros), microsPerSecond);
}

export function compareTimes(left: TimeValue, right: TimeValue): number {
  return left.micros < right.micros ? -1 : left.micros > right.micros ? 1 : 0;
}
