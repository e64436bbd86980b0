// Formats times by a format with `%` codes.
// Source: pact-time, Format/Internal.hs (formatTime) and Locale.hs; section 3.5.

import {
  bigModulo,
  floorDivide,
  mondayWeek,
  monthDay,
  ordinalDate,
  sundayWeek,
  weekDate,
  type MonthDay,
  type OrdinalDate,
  type WeekDate,
  microsPerDay,
  microsPerSecond,
  posixMicros,
} from './time.ts';
import type { TimeValue } from '../value.ts';

export const defaultTimeFormat = '%Y-%m-%dT%H:%M:%SZ';
export const preciseTimeFormat = '%Y-%m-%dT%H:%M:%S.%vZ';

export const weekDays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Codes that are short for other formats, in formatting and parsing. */
export const aggregates = new Map([
  ['c', '%a %b %e %H:%M:%S %Z %Y'],
  ['r', '%I:%M:%S %p'],
  ['X', '%H:%M:%S'],
  ['x', '%m/%d/%y'],
  ['R', '%H:%M'],
  ['T', '%H:%M:%S'],
  ['D', '%m/%d/%y'],
  ['F', '%Y-%m-%d'],
]);

export function formatTime(format: string, time: TimeValue): string {
  const { parts, codes } = partsOf(format);
  const fields = new TimeFields(time);
  const texts = new Map<string, string>();
  for (const code of codes) texts.set(code, formatCode(code, fields));
  // Uses `join`: V8 stores a concatenation of a thousand parts as a tree, whose nodes take more memory than their text.
  return parts.map((part, i) => (i % 2 === 0 ? part : texts.get(part))).join('');
}

/** `2020-01-01T00:00:00Z`, without fractions of a second. */
export function formatDefaultTime(time: TimeValue): string {
  return formatTime(defaultTimeFormat, time);
}

/** Alternating text and codes, beginning with text; and the set of codes. */
type FormatParts = { readonly parts: readonly string[]; readonly codes: ReadonlySet<string> };

let lastFormat = '';
let lastParts: FormatParts = { parts: [''], codes: new Set() };

/** Cached because loops use one format many times. */
function partsOf(format: string): FormatParts {
  if (format !== lastFormat) {
    lastParts = parseFormat(format);
    lastFormat = format;
  }
  return lastParts;
}

function parseFormat(format: string): FormatParts {
  const parts: string[] = [];
  const codes = new Set<string>();
  let text = '';
  for (let i = 0; i < format.length; i++) {
    const character = format.charAt(i);
    if (character !== '%' || i + 1 === format.length) {
      text += character;
      continue;
    }
    let code = format.charAt(++i);
    if (modifiers.includes(code)) {
      // A modifier changes nothing: the rest is read as if the percent sign were here.
      while (i + 1 < format.length && modifiers.includes(format.charAt(i + 1))) i++;
      if (i + 1 === format.length) {
        text += '%';
        break;
      }
      code = format.charAt(++i);
    }
    parts.push(text, code);
    codes.add(code);
    text = '';
  }
  parts.push(text);
  return { parts, codes };
}

const modifiers = '-_0^#';

function formatCode(code: string, fields: TimeFields): string {
  const aggregate = aggregates.get(code);
  if (aggregate === undefined) return codes.get(code)?.(fields) ?? `%${code}`;
  const { parts } = parseFormat(aggregate);
  return parts.map((part, i) => (i % 2 === 0 ? part : formatCode(part, fields))).join('');
}

/** The parts of a time, computed on demand. */
class TimeFields {
  readonly time: TimeValue;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly micros: number;
  readonly ordinal: OrdinalDate;

  constructor(time: TimeValue) {
    this.time = time;
    this.day = Number(floorDivide(time.micros, microsPerDay));
    const inDay = Number(bigModulo(time.micros, microsPerDay));
    const seconds = Math.floor(inDay / 1e6);
    this.micros = inDay % 1e6;
    this.second = seconds % 60;
    this.minute = Math.floor(seconds / 60) % 60;
    this.hour = Math.floor(seconds / 3600);
    this.ordinal = ordinalDate(this.day);
  }

  get year(): number {
    return this.ordinal.year;
  }

  get monthDay(): MonthDay {
    return monthDay(this.ordinal);
  }

  get week(): WeekDate {
    return weekDate(this.day, this.ordinal);
  }

  /** From 0, Sunday. */
  get weekDay(): number {
    return this.week.day % 7;
  }

  /** 12 at midnight and noon. */
  get halfDayHour(): number {
    return ((this.hour + 11) % 12) + 1;
  }
}

const codes = new Map<string, (fields: TimeFields) => string>([
  ['%', () => '%'],
  ['Y', (fields) => yearText(fields.year)],
  ['y', (fields) => two(yearOfCentury(fields.year))],
  ['C', (fields) => two(century(fields.year))],
  ['G', (fields) => yearText(fields.week.year)],
  ['g', (fields) => two(yearOfCentury(fields.week.year))],
  ['f', (fields) => two(century(fields.week.year))],
  ['V', (fields) => two(fields.week.week)],
  ['U', (fields) => two(sundayWeek(fields.day, fields.ordinal.dayOfYear))],
  ['W', (fields) => two(mondayWeek(fields.day, fields.ordinal.dayOfYear))],
  ['j', (fields) => String(fields.ordinal.dayOfYear).padStart(3, '0')],
  ['m', (fields) => two(fields.monthDay.month)],
  ['d', (fields) => two(fields.monthDay.day)],
  ['e', (fields) => blankTwo(fields.monthDay.day)],
  ['B', (fields) => months[fields.monthDay.month - 1] ?? ''],
  ['b', (fields) => shortName(months[fields.monthDay.month - 1] ?? '')],
  ['h', (fields) => shortName(months[fields.monthDay.month - 1] ?? '')],
  ['A', (fields) => weekDays[fields.weekDay] ?? ''],
  ['a', (fields) => shortName(weekDays[fields.weekDay] ?? '')],
  ['u', (fields) => String(fields.week.day)],
  ['w', (fields) => String(fields.weekDay)],
  ['H', (fields) => two(fields.hour)],
  ['I', (fields) => two(fields.halfDayHour)],
  ['k', (fields) => blankTwo(fields.hour)],
  ['l', (fields) => blankTwo(fields.halfDayHour)],
  ['M', (fields) => two(fields.minute)],
  ['S', (fields) => two(fields.second)],
  ['p', (fields) => (fields.hour < 12 ? 'AM' : 'PM')],
  ['P', (fields) => (fields.hour < 12 ? 'am' : 'pm')],
  ['s', (fields) => String(posixMicros(fields.time) / microsPerSecond)],
  ['z', () => '+0000'],
  ['N', () => '+00:00'],
  ['Z', () => 'UTC'],
  ['v', (fields) => sixDigits(fields.micros)],
  ['q', (fields) => `${sixDigits(fields.micros)}000000`],
  ['Q', (fields) => (fields.micros === 0 ? '' : `.${sixDigits(fields.micros).replace(/0+$/, '')}`)],
]);

export const shortName = (name: string): string => name.slice(0, 3);

const yearOfCentury = (year: number): number => ((year % 100) + 100) % 100;
const century = (year: number): number => Math.floor(year / 100);
const sixDigits = (micros: number): string => String(micros).padStart(6, '0');
const blankTwo = (value: number): string => (value < 10 ? ` ${value}` : String(value));

/** Numbers below ten get a leading zero, even negative ones. */
const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

function yearText(year: number): string {
  const digits = String(Math.abs(year)).padStart(4, '0');
  return year < 0 ? `-${digits}` : digits;
}
