// Parses times by a format with `%` codes, on the bytes of the string, as the reference does. A year can be read in two
// ways, and so can numbers padded with spaces: if the rest of the format fails, the second way is tried.
// Source: pact-time, Format/Internal.hs (timeParser); section 3.5.

import { utf8 } from '../../../base/bytes.ts';
import {
  dayFromMondayWeek,
  dayFromMonthDay,
  dayFromOrdinal,
  dayFromSundayWeek,
  dayFromWeekDate,
  microsPerDay,
  microsPerSecond,
  timeFromPosixMicros,
} from './time.ts';
import { compileTimeFormat, type TimeFields, type TimeItem } from './time-items.ts';
import { TimeValue } from '../value.ts';

/** Returns `undefined` unless the whole string matches the format. */
export function parseTime(format: string, input: string): TimeValue | undefined {
  const items = compiled(format);
  if (items === undefined) return undefined;
  const bytes = utf8(input);
  if (items.length * bytes.length > maxWork) return undefined;
  const matched = match(items, bytes, skipBlanks(bytes, 0));
  if (matched === undefined || skipBlanks(bytes, matched.at) < bytes.length) return undefined;
  return buildTime(matched.fields);
}

// Cached because programs parse many times with few formats.
const formats = new Map<string, readonly TimeItem[] | undefined>();
const maxKnownFormats = 64;

function compiled(format: string): readonly TimeItem[] | undefined {
  if (formats.has(format)) return formats.get(format);
  const items = compileTimeFormat(format);
  if (formats.size < maxKnownFormats && format.length <= 100) formats.set(format, items);
  return items;
}

type Matched = { readonly fields: TimeFields; readonly at: number };

/** An item that was read in one way and can be read in another. */
type Choice = { readonly index: number; readonly at: number; readonly fields: TimeFields };

// Whether the rest of a format matches depends only on the position in the string, so no position is tried twice. The
// limits are for formats and strings of many thousands of characters, which count as not matching.
const maxChoices = 100_000;
const maxWork = 20_000_000;

function match(items: readonly TimeItem[], bytes: Uint8Array, start: number): Matched | undefined {
  const choices: Choice[] = [];
  const tried = new Set<number>();
  const width = bytes.length + 1;
  let fields = initialFields();
  let at = start;
  let index = 0;
  while (index < items.length) {
    const item = items[index] as TimeItem;
    let next: number | undefined;
    if (item.retry === undefined) next = item.read(bytes, at, fields);
    else if (!tried.has(index * width + at)) {
      tried.add(index * width + at);
      if (tried.size > maxChoices) return undefined;
      choices.push({ index, at, fields: { ...fields } });
      next = item.read(bytes, at, fields);
    }
    for (; next === undefined;) {
      const choice = choices.pop();
      if (choice === undefined) return undefined;
      ({ index, fields } = choice);
      next = (items[index] as TimeItem).retry?.(bytes, choice.at, fields);
    }
    at = next;
    index++;
  }
  return { fields, at };
}

function initialFields(): TimeFields {
  return {
    century: undefined,
    yearOfCentury: 70n,
    month: 1,
    weekOfYear: 1,
    dayOfYear: 1,
    dayOfMonth: 1,
    dayOfWeek: 4,
    hour: 0,
    minute: 0,
    second: 0,
    micros: 0,
    posixSeconds: undefined,
    zoneMinutes: 0,
    afternoon: false,
    twelveHours: false,
    hasOrdinal: false,
    hasMonthDay: false,
    hasWeekDate: false,
    hasSundayWeek: false,
    hasMondayWeek: false,
  };
}

function buildTime(fields: TimeFields): TimeValue {
  if (fields.posixSeconds !== undefined) {
    return timeFromPosixMicros(fields.posixSeconds * microsPerSecond);
  }
  const minutes = 60 * hourOf(fields) + fields.minute - fields.zoneMinutes;
  const micros = (minutes * 60 + fields.second) * 1e6 + fields.micros;
  return new TimeValue(BigInt.asIntN(64, dayOf(fields) * microsPerDay + BigInt(micros)));
}

function hourOf({ hour, twelveHours, afternoon }: TimeFields): number {
  if (!twelveHours) return hour;
  if (!afternoon) return hour % 12;
  return hour < 12 ? hour + 12 : hour;
}

function dayOf(fields: TimeFields): bigint {
  const year = yearOf(fields);
  const { weekOfYear, dayOfWeek } = fields;
  const mondayBased = dayOfWeek === 0 ? 7 : dayOfWeek;
  if (fields.hasOrdinal) return dayFromOrdinal(year, fields.dayOfYear);
  if (fields.hasMonthDay) return dayFromMonthDay(year, fields.month, fields.dayOfMonth);
  if (fields.hasWeekDate) return dayFromWeekDate(year, weekOfYear, mondayBased);
  if (fields.hasSundayWeek) {
    return dayFromSundayWeek(year, weekOfYear, dayOfWeek === 7 ? 0 : dayOfWeek);
  }
  if (fields.hasMondayWeek) return dayFromMondayWeek(year, weekOfYear, mondayBased);
  return dayFromOrdinal(year, fields.dayOfYear);
}

function yearOf({ century, yearOfCentury }: TimeFields): bigint {
  const hundreds = century ?? (yearOfCentury < 69n ? 20n : 19n);
  return BigInt.asIntN(64, yearOfCentury + 100n * hundreds);
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at] as number)) at++;
  return at;
}

const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
