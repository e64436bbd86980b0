// Readers for the codes of time formats: the text each one consumes and the field it sets. Alternatives and the
// construction of the time are in time-parse.ts.
// Source: pact-time, Format/Internal.hs (timeParser); section 3.5.

import { utf8 } from '../../../base/bytes.ts';
import { floorDivide, timeZones } from './time.ts';
import { powerOfTen } from '../number/decimal.ts';
import { aggregates, months, shortName, weekDays } from './time-format.ts';

/** The fields read so far, with the defaults of 1970-01-01, a Thursday. */
export type TimeFields = {
  century: bigint | undefined;
  yearOfCentury: bigint;
  month: number;
  weekOfYear: number;
  dayOfYear: number;
  dayOfMonth: number;
  dayOfWeek: number;
  hour: number;
  minute: number;
  second: number;
  micros: number;
  posixSeconds: bigint | undefined;
  zoneMinutes: number;
  afternoon: boolean;
  twelveHours: boolean;
  hasOrdinal: boolean;
  hasMonthDay: boolean;
  hasWeekDate: boolean;
  hasSundayWeek: boolean;
  hasMondayWeek: boolean;
};

/** Returns the position after the text it consumed, or `undefined` if it does not match. */
type Reader = (bytes: Uint8Array, at: number, fields: TimeFields) => number | undefined;

export type TimeItem = {
  readonly read: Reader;
  /** The alternative way to read it, if the rest fails. */
  readonly retry: Reader | undefined;
};

/** `undefined` for formats with an unknown code, which match nothing. */
export function compileTimeFormat(format: string): readonly TimeItem[] | undefined {
  const items: TimeItem[] = [];
  for (let i = 0; i < format.length;) {
    const character = format.charAt(i);
    let codeAt = i + 1;
    while (character === '%' && '-_0'.includes(format.charAt(codeAt)) && codeAt < format.length) {
      codeAt++;
    }
    if (character === '%' && codeAt < format.length) {
      const code = codePointAt(format, codeAt);
      const itemsOfCode = itemsOf(code);
      if (itemsOfCode === undefined) return undefined;
      items.push(...itemsOfCode);
      i = codeAt + code.length;
    } else if (isBlank(character.charCodeAt(0))) {
      items.push(once(blanks));
      while (isBlank(format.charCodeAt(i))) i++;
    } else {
      const literal = codePointAt(format, i);
      items.push(once(exactly(literal)));
      // A percent sign followed only by modifiers is literal.
      i = character === '%' ? codeAt : i + literal.length;
    }
  }
  return items;
}

function itemsOf(code: string): readonly TimeItem[] | undefined {
  const aggregate = aggregates.get(code);
  if (aggregate !== undefined) return compileTimeFormat(aggregate);
  const item = items.get(code);
  return item === undefined ? undefined : [item];
}

const once = (read: Reader): TimeItem => ({ read, retry: undefined });

/** Reads exactly `width` bytes, of which the leading digits count. */
const digits = (width: number, set: (fields: TimeFields, value: number) => void): Reader => {
  return (bytes, at, fields) => {
    if (at + width > bytes.length) return undefined;
    const end = digitsEnd(bytes, at, at + width);
    if (end === at) return undefined;
    set(fields, Number(integerOf(bytes, at, end)));
    return at + width;
  };
};

/** The same after spaces, which count towards the width. */
const blankPadded = (width: number, set: (fields: TimeFields, value: number) => void): Reader => {
  return (bytes, at, fields) => {
    if (at + width > bytes.length) return undefined;
    let from = at;
    while (from < at + width && isPadding(bytes[from])) from++;
    const end = digitsEnd(bytes, from, at + width);
    if (end === from) return undefined;
    set(fields, Number(integerOf(bytes, from, end)));
    return at + width;
  };
};

const twoOrOne = (set: (fields: TimeFields, value: number) => void): TimeItem => ({
  read: blankPadded(2, set),
  retry: blankPadded(1, set),
});

/** Reads the first of the names that matches here, ignoring case. */
const oneOf = (
  names: readonly string[],
  set: (fields: TimeFields, index: number) => void,
): Reader => {
  const lower = names.map((name) => utf8(name).map(lowerCase));
  return (bytes, at, fields) => {
    for (const [index, name] of lower.entries()) {
      if (name.every((byte, i) => lowerCase(bytes[at + i] ?? 0) === byte)) {
        set(fields, index);
        return at + name.length;
      }
    }
    return undefined;
  };
};

const setYear = (fields: TimeFields, year: bigint): void => {
  fields.century = floorDivide(year, 100n);
  fields.yearOfCentury = year - 100n * fields.century;
};

/** Reads all digits here, in 64 bits. */
const wholeYear: Reader = (bytes, at, fields) => {
  const number = signedInteger(bytes, at);
  if (number === undefined) return undefined;
  setYear(fields, number.value);
  return number.end;
};

const fourDigitYear = digits(4, (fields, year) => setYear(fields, BigInt(year)));

const year = (alsoSet: (fields: TimeFields) => void): TimeItem => {
  const then =
    (read: Reader): Reader =>
    (bytes, at, fields) => {
      alsoSet(fields);
      return read(bytes, at, fields);
    };
  return { read: then(wholeYear), retry: then(fourDigitYear) };
};

const setWeekDate = (fields: TimeFields): void => {
  fields.hasWeekDate = true;
};
const setMonth = (fields: TimeFields, month: number): void => {
  fields.hasMonthDay = true;
  fields.month = month;
};
const setDayOfMonth = (fields: TimeFields, day: number): void => {
  fields.hasMonthDay = true;
  fields.dayOfMonth = day;
};
const setHour = (fields: TimeFields, hour: number): void => {
  fields.twelveHours = false;
  fields.hour = hour;
};
const setHalfDayHour = (fields: TimeFields, hour: number): void => {
  fields.twelveHours = true;
  fields.hour = hour;
};
const setDayOfWeek = (fields: TimeFields, day: number): void => {
  fields.dayOfWeek = day;
};

const halfDay = once(
  oneOf(['AM', 'PM'], (fields, index) => {
    fields.afternoon = index === 1;
    fields.twelveHours = true;
  }),
);

/** Reads digits, of which six count; the seventh rounds. */
const fraction: Reader = (bytes, at, fields) => {
  const end = digitsEnd(bytes, at, bytes.length);
  if (end === at) return undefined;
  const kept = Math.min(end, at + 7);
  const tenths = integerOf(bytes, at, kept) * 10n ** BigInt(7 - (kept - at));
  fields.micros = Number((tenths + 5n) / 10n);
  return end;
};

const optionalFraction: Reader = (bytes, at, fields) => {
  const end = bytes[at] === 0x2e ? fraction(bytes, at + 1, fields) : undefined;
  if (end === undefined) fields.micros = 0;
  return end ?? at;
};

const zoneOffset: Reader = (bytes, at, fields) => {
  const sign = bytes[at] === 0x2b ? 1 : bytes[at] === 0x2d ? -1 : undefined;
  if (sign === undefined) return undefined;
  let hours = 0;
  let minutes = 0;
  const afterHours = digits(2, (_, value) => (hours = value))(bytes, at + 1, fields);
  if (afterHours === undefined) return undefined;
  const minutesAt = bytes[afterHours] === 0x3a ? afterHours + 1 : afterHours;
  const end = digits(2, (_, value) => (minutes = value))(bytes, minutesAt, fields);
  if (end !== undefined) fields.zoneMinutes = sign * (60 * hours + minutes);
  return end;
};

const zoneNames = timeZones.map(({ name, minutes }) => ({ bytes: utf8(name), minutes }));

const zone: Reader = (bytes, at, fields) => {
  const end = zoneOffset(bytes, at, fields);
  if (end !== undefined) return end;
  for (const name of zoneNames) {
    if (startsWith(bytes, at, name.bytes)) {
      fields.zoneMinutes = name.minutes;
      return at + name.bytes.length;
    }
  }
  return undefined;
};

const posixSeconds: Reader = (bytes, at, fields) => {
  const number = signedInteger(bytes, at);
  if (number !== undefined) fields.posixSeconds = number.value;
  return number?.end;
};

const items: ReadonlyMap<string, TimeItem> = new Map([
  ['%', once(exactly('%'))],
  ['Y', year(() => undefined)],
  ['G', year(setWeekDate)],
  ['y', once(digits(2, (fields, value) => (fields.yearOfCentury = BigInt(value))))],
  ['C', once(digits(2, (fields, value) => (fields.century = BigInt(value))))],
  [
    'g',
    once(
      digits(2, (fields, value) => {
        setWeekDate(fields);
        fields.yearOfCentury = BigInt(value);
      }),
    ),
  ],
  [
    'f',
    once(
      digits(2, (fields, value) => {
        setWeekDate(fields);
        fields.century = BigInt(value);
      }),
    ),
  ],
  [
    'V',
    once(
      digits(2, (fields, value) => {
        setWeekDate(fields);
        fields.weekOfYear = value;
      }),
    ),
  ],
  [
    'U',
    once(
      digits(2, (fields, value) => {
        fields.hasSundayWeek = true;
        fields.weekOfYear = value;
      }),
    ),
  ],
  [
    'W',
    once(
      digits(2, (fields, value) => {
        fields.hasMondayWeek = true;
        fields.weekOfYear = value;
      }),
    ),
  ],
  [
    'j',
    once(
      digits(3, (fields, value) => {
        fields.hasOrdinal = true;
        fields.dayOfYear = value;
      }),
    ),
  ],
  ['m', once(digits(2, setMonth))],
  ['B', once(oneOf(months, (fields, index) => setMonth(fields, index + 1)))],
  ['b', once(oneOf(months.map(shortName), (fields, index) => setMonth(fields, index + 1)))],
  ['h', once(oneOf(months.map(shortName), (fields, index) => setMonth(fields, index + 1)))],
  ['d', once(digits(2, setDayOfMonth))],
  ['e', twoOrOne(setDayOfMonth)],
  ['w', once(digits(1, setDayOfWeek))],
  ['u', once(digits(1, setDayOfWeek))],
  ['A', once(oneOf(weekDays, setDayOfWeek))],
  ['a', once(oneOf(weekDays.map(shortName), setDayOfWeek))],
  ['p', halfDay],
  ['P', halfDay],
  ['H', once(digits(2, setHour))],
  ['I', once(digits(2, setHalfDayHour))],
  ['k', twoOrOne(setHour)],
  ['l', twoOrOne(setHalfDayHour)],
  ['M', once(digits(2, (fields, value) => (fields.minute = value)))],
  ['S', once(digits(2, (fields, value) => (fields.second = value)))],
  ['v', once(fraction)],
  ['q', once(fraction)],
  ['Q', once(optionalFraction)],
  ['z', once(zoneOffset)],
  ['N', once(zoneOffset)],
  ['Z', once(zone)],
  ['s', once(posixSeconds)],
]);

function exactly(literal: string): Reader {
  const expected = utf8(literal);
  return (bytes, at) => (startsWith(bytes, at, expected) ? at + expected.length : undefined);
}

function blanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at++;
  return at;
}

function signedInteger(
  bytes: Uint8Array,
  at: number,
): { readonly value: bigint; readonly end: number } | undefined {
  const from = bytes[at] === 0x2d ? at + 1 : at;
  const end = digitsEnd(bytes, from, bytes.length);
  if (end === from) return undefined;
  const magnitude = integerOf(bytes, from, end);
  return { value: BigInt.asIntN(64, from > at ? -magnitude : magnitude), end };
}

function digitsEnd(bytes: Uint8Array, from: number, limit: number): number {
  let at = from;
  while (at < limit && isDigit(bytes[at])) at++;
  return at;
}

/** Returns the number with these digits, in 64 bits. */
function integerOf(bytes: Uint8Array, from: number, to: number): bigint {
  let value = 0n;
  // Fifteen digits at a time are exact in floating point.
  for (let at = from; at < to; at += 15) {
    const end = Math.min(at + 15, to);
    let chunk = 0;
    for (let i = at; i < end; i++) chunk = 10 * chunk + (bytes[i] as number) - 0x30;
    value = BigInt.asUintN(64, value * powerOfTen(end - at) + BigInt(chunk));
  }
  return value;
}

function startsWith(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  return expected.every((byte, i) => bytes[at + i] === byte);
}

function lowerCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function codePointAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) as number);
}

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
/** White space among single bytes, as in Haskell. */
const isPadding = (byte: number | undefined): boolean => isBlank(byte) || byte === 0xa0;
