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
const posixEpoch = 40587n * microsPerDay;

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

// The Gregorian calendar with day numbers: days since 1858-11-17, the Modified Julian Day. Formatting converts days to
// dates in safe integers; parsing converts dates to days in 64-bit arithmetic, because years are not bounded.
// Source: pact-time, Format/Internal.hs; section 3.5.

export type OrdinalDate = { readonly year: number; readonly dayOfYear: number };
export type MonthDay = { readonly month: number; readonly day: number };
/** Day 1 is Monday, 7 Sunday; weeks are numbered as in ISO 8601. */
export type WeekDate = { readonly year: number; readonly week: number; readonly day: number };

const daysIn400Years = 146097;
/** Day number of 0001-01-01, negated. */
const yearOne = 678575;

/** Any day that a 64-bit time can fall on. */
export function ordinalDate(day: number): OrdinalDate {
  const sinceYearOne = day + yearOne;
  const cycles = Math.floor(sinceYearOne / daysIn400Years);
  const inCycle = sinceYearOne - cycles * daysIn400Years;
  const centuries = Math.min(Math.floor(inCycle / 36524), 3);
  const inCentury = inCycle - centuries * 36524;
  const fours = Math.floor(inCentury / 1461);
  const inFour = inCentury - fours * 1461;
  const years = Math.min(Math.floor(inFour / 365), 3);
  return {
    year: 400 * cycles + 100 * centuries + 4 * fours + years + 1,
    dayOfYear: inFour - 365 * years + 1,
  };
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export function monthDay({ year, dayOfYear }: OrdinalDate): MonthDay {
  let day = dayOfYear;
  let month = 1;
  for (const length of monthLengths) {
    const days = month === 2 && isLeapYear(BigInt(year)) ? 29 : length;
    if (day <= days) break;
    day -= days;
    month++;
  }
  return { month, day };
}

export function weekDate(day: number, { year, dayOfYear }: OrdinalDate): WeekDate {
  const dayOfWeek = modulo(day + 2, 7) + 1;
  const week = Math.floor((dayOfYear - dayOfWeek + 10) / 7);
  if (week < 1) return { year: year - 1, week: weeksInYear(BigInt(year - 1)), day: dayOfWeek };
  if (week > weeksInYear(BigInt(year))) return { year: year + 1, week: 1, day: dayOfWeek };
  return { year, week, day: dayOfWeek };
}

/** Weeks begin on Sunday; days before the first Sunday are in week 0. */
export function sundayWeek(day: number, dayOfYear: number): number {
  return Math.floor((day + 3) / 7) - Math.floor((day + 3 - dayOfYear) / 7);
}

/** Weeks begin on Monday. */
export function mondayWeek(day: number, dayOfYear: number): number {
  return Math.floor((day + 2) / 7) - Math.floor((day + 2 - dayOfYear) / 7);
}

/** Clamps the day to the year; the result wraps at 64 bits. */
export function dayFromOrdinal(year: bigint, dayOfYear: number): bigint {
  const years = BigInt.asIntN(64, year - 1n);
  const centuries = floorDivide(years, 100n);
  const leapDays = (years >> 2n) - centuries + (centuries >> 2n);
  const clipped = BigInt(clip(1, isLeapYear(year) ? 366 : 365, dayOfYear));
  return BigInt.asIntN(64, 365n * years + leapDays - 678576n + clipped);
}

/** Clamps month and day to their valid ranges. */
export function dayFromMonthDay(year: bigint, month: number, day: number): bigint {
  const leap = isLeapYear(year);
  const clippedMonth = clip(1, 12, month);
  let dayOfYear = 0;
  for (let m = 1; m < clippedMonth; m++) dayOfYear += monthLength(m, leap);
  return dayFromOrdinal(year, dayOfYear + clip(1, monthLength(clippedMonth, leap), day));
}

/** Clamps week and day to their valid ranges. */
export function dayFromWeekDate(year: bigint, week: number, day: number): bigint {
  const sixth = dayFromOrdinal(year, 6);
  const weeks = clip(1, weeksInYear(year), week);
  const offset = BigInt(clip(1, 7, day) + 7 * weeks - 10);
  return BigInt.asIntN(64, sixth - bigModulo(sixth, 7n) + offset);
}

/** Clamps nothing. */
export function dayFromSundayWeek(year: bigint, week: number, day: number): bigint {
  const first = dayFromOrdinal(year, 1);
  const firstSunday = bigModulo(4n - first, 7n);
  return BigInt.asIntN(64, first + firstSunday + BigInt(7 * (week - 1) + day));
}

export function dayFromMondayWeek(year: bigint, week: number, day: number): bigint {
  const first = dayFromOrdinal(year, 1);
  const firstMonday = bigModulo(5n - first, 7n);
  return BigInt.asIntN(64, first + firstMonday + BigInt(7 * (week - 1) + day - 1));
}

export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return quotient * divisor > dividend ? quotient - 1n : quotient;
}

/** Returns the remainder, at least 0 and below the positive divisor. */
export function bigModulo(dividend: bigint, divisor: bigint): bigint {
  return dividend - floorDivide(dividend, divisor) * divisor;
}

function isLeapYear(year: bigint): boolean {
  return (year & 3n) === 0n && (year % 100n !== 0n || ((year / 100n) & 3n) === 0n);
}

/** 53 in years that begin on Thursday, and in leap years that begin on Wednesday. */
function weeksInYear(year: bigint): 52 | 53 {
  const firstDayOfWeek = bigModulo(dayFromOrdinal(year, 1) + 2n, 7n);
  const isLong = firstDayOfWeek === 3n || (firstDayOfWeek === 2n && isLeapYear(year));
  return isLong ? 53 : 52;
}

function monthLength(month: number, leap: boolean): number {
  return month === 2 && leap ? 29 : (monthLengths[month - 1] ?? 31);
}

function modulo(dividend: number, divisor: number): number {
  return ((dividend % divisor) + divisor) % divisor;
}

function clip(low: number, high: number, value: number): number {
  return Math.max(low, Math.min(high, value));
}

// Names of time zones allowed in parsed times, with their offsets from UTC.
// Source: pact-time, Format/Internal.hs (timeZoneParser); section 3.5.

/** Minutes by which local time is ahead of UTC, and the zones with this offset. */
const zonesByOffset: readonly (readonly [minutes: number, names: string])[] = [
  [0, 'TAI UT1 ZULU Z WET UTC UT GMT'],
  [60, 'WETDST SWT SET NOR MEZ MEWT MET FST DNT CET BST'],
  [120, 'SST METDST MEST IST FWT EET CETDST CEST BDST'],
  [180, 'HMT EETDST EAT BT'],
  [210, 'IT IRT'],
  [240, 'SCT RET MUT'],
  [270, 'AFT'],
  [300, 'TFT MVT IOT'],
  [360, 'MAWT ALMT'],
  [390, 'MMT'],
  [420, 'WAST CXT ALMST'],
  [450, 'JT'],
  [480, 'WST WADT CCT AWST'],
  [510, 'MT'],
  [540, 'WDT MHT KST JST AWSST'],
  [570, 'SAST CAST'],
  [600, 'LIGT GST EAST AEST'],
  [630, 'SADT CADT ACSST'],
  [660, 'AESST'],
  [720, 'NZT NZST IDLE'],
  [780, 'NZDT'],
  [-60, 'WAT FNST'],
  [-120, 'FNT BRST'],
  [-150, 'NDT'],
  [-180, 'BRT AWT ADT'],
  [-210, 'NST NFT'],
  [-240, 'EDT AST ACST'],
  [-300, 'EST CDT ACT'],
  [-360, 'MDT CST'],
  [-420, 'PDT MST'],
  [-480, 'YDT PST AKDT'],
  [-540, 'YST HDT AKST'],
  [-570, 'MART'],
  [-600, 'HST CAT AHST'],
  [-660, 'NT'],
  [-720, 'IDLW'],
];

type TimeZone = { readonly name: string; readonly minutes: number };

/** Longer names come first, so that `ZULU` is not read as `Z`. */
export const timeZones: readonly TimeZone[] = zonesByOffset
  .flatMap(([minutes, names]) => names.split(' ').map((name) => ({ name, minutes })))
  .sort((left, right) => right.name.length - left.name.length);
