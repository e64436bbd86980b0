import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimal, showDecimal } from '../../../../../src/lang/values/number/decimal.ts';
import { formatDefaultTime, formatTime } from '../../../../../src/lang/values/time/time-format.ts';
import { parseTime } from '../../../../../src/lang/values/time/time-parse.ts';
import {
  addSeconds,
  posixMicros,
  secondsBetween,
  timeFromPosixMicros,
} from '../../../../../src/lang/values/time/time.ts';
import { TimeValue } from '../../../../../src/lang/values/value.ts';
import { time } from '../arbitrary-values.ts';

const at = (text: string, micros = 0n): TimeValue =>
  timeFromPosixMicros(BigInt(Date.parse(text)) * 1000n + micros);

/** Year, and the rest as the default format prints it. */
const reading = (format: string, input: string): string | undefined => {
  const parsed = parseTime(format, input);
  return parsed === undefined ? undefined : formatTime('%Y-%m-%d %H:%M:%S%Q', parsed);
};

describe('formatting', () => {
  const moment = at('2010-12-21T13:23:45Z');
  it.each([
    ['%%', '%'],
    ['%Y %C %y', '2010 20 10'],
    ['%G %f %g %V', '2010 20 10 51'],
    ['%U %W %j', '51 51 355'],
    ['%m %d %e %B %b %h', '12 21 21 December Dec Dec'],
    ['%A %a %u %w', 'Tuesday Tue 2 2'],
    ['%H %k %I %l %M %S', '13 13 01  1 23 45'],
    ['%p %P', 'PM pm'],
    ['%R|%T|%D|%F', '13:23|13:23:45|12/21/10|2010-12-21'],
    ['%c', 'Tue Dec 21 13:23:45 UTC 2010'],
    ['%r|%X|%x', '01:23:45 PM|13:23:45|12/21/10'],
    ['%s', '1292937825'],
    ['%z %N %Z', '+0000 +00:00 UTC'],
    ['%v %q %Q.', '000000 000000000000 .'],
    ['%_d %-d %0d %^B %#B', '21 21 21 December December'],
    ['%-_0^#d', '21'],
    ['%E %i %', '%E %i %'],
    ['%-', '%'],
    ['%-%', '%'],
    ['%\u{1f600}', '%\u{1f600}'],
    ['a\nb', 'a\nb'],
  ])('%j', (format, expected) => {
    expect(formatTime(format, moment)).toBe(expected);
  });

  it.each([
    ['1970-01-01T00:00:00Z', 500_000n, '%Q %v %q %s', '.5 500000 500000000000 0'],
    ['2010-12-21T13:23:45Z', 1002n, '%q %v %Q', '001002000000 001002 .001002'],
    ['1969-12-31T23:59:59Z', 100_000n, '%s %S%Q', '0 59.1'],
    ['1969-12-31T23:59:58Z', 0n, '%s', '-2'],
    ['2000-02-29T00:00:00Z', 0n, '%j %l %I %k %e', '060 12 12  0 29'],
    ['2021-01-03T12:00:00Z', 0n, '%G-%V %u %w %U %W %p', '2020-53 7 0 01 00 PM'],
    ['2018-12-31T00:00:00Z', 0n, '%G-%V %U %W', '2019-01 52 53'],
  ])('%s + %s us by %s', (text, micros, format, expected) => {
    expect(formatTime(format, at(text, micros))).toBe(expected);
  });

  it('pads years to four digits and marks negative ones', () => {
    expect(reading('%Y-%m-%d', '-250-03-01')).toBe('-0250-03-01 00:00:00');
    const negative = parseTime('%Y', '-250') as TimeValue;
    expect(formatTime('%C %y', negative)).toBe('0-3 50');
    expect(reading('%Y', '7')).toBe('0007-01-01 00:00:00');
  });

  it('covers all 64 bits', () => {
    expect(formatDefaultTime(new TimeValue(2n ** 63n - 1n))).toBe('294135-11-26T04:00:54Z');
    expect(formatDefaultTime(new TimeValue(-(2n ** 63n)))).toBe('-290419-11-07T19:59:05Z');
  });

  it('agrees with another calendar on every day of a century and around leap years', () => {
    for (let day = Date.UTC(1899, 11, 1); day < Date.UTC(2001, 2, 1); day += 86_400_000) {
      const date = new Date(day);
      const weekDay = date.getUTCDay();
      const yearDay = (day - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000;
      const thursday = new Date(day + (4 - (weekDay || 7)) * 86_400_000);
      const weekYear = thursday.getUTCFullYear();
      const week = Math.floor((thursday.getTime() - Date.UTC(weekYear, 0, 1)) / 604_800_000) + 1;
      const expected = [
        date.toISOString().slice(0, 10),
        yearDay + 1,
        weekDay,
        weekYear,
        week,
        Math.floor((yearDay + 7 - weekDay) / 7),
        Math.floor((yearDay + 7 - ((weekDay + 6) % 7)) / 7),
      ].map(Number);
      const shown = formatTime('%F %j %w %G %V %U %W', timeFromPosixMicros(BigInt(day) * 1000n));
      expect(shown.slice(0, 10)).toBe(date.toISOString().slice(0, 10));
      expect(shown.split(' ').slice(1).map(Number)).toEqual(expected.slice(1));
    }
  });
});

describe('parsing', () => {
  const epoch = '1970-01-01 00:00:00';
  it.each([
    ['%Y-%m-%d', '2016-07-22', '2016-07-22 00:00:00'],
    ['%Y-%m-%dT%H:%M:%SZ', ' 2016-07-22T11:26:35Z\n', '2016-07-22 11:26:35'],
    ['%F %T', '2016-07-22 11:26:35', '2016-07-22 11:26:35'],
    ['', '', epoch],
    ['  ', '', epoch],
    ['a b', 'ab', epoch],
    ['a b', 'a \t b', epoch],
    ['%Y%m%d', '20160722', '2016-07-22 00:00:00'],
    ['%Y%Y', '20102011', '2011-01-01 00:00:00'],
    ['%y', '68', '2068-01-01 00:00:00'],
    ['%y', '69', '1969-01-01 00:00:00'],
    ['%C', '20', '2070-01-01 00:00:00'],
    ['%C%y', '1805', '1805-01-01 00:00:00'],
    ['%H:%M', '1::30', '1970-01-01 01:30:00'],
    ['%H', '1', undefined],
    ['%H', ' 1', undefined],
    ['%H', '-1', undefined],
    ['%k|%l', ' 7|11', '1970-01-01 11:00:00'],
    ['%k:%M', '7:30', '1970-01-01 07:30:00'],
    ['%e/%m', '7/08', '1970-08-07 00:00:00'],
    ['%B %d', 'dEcEmBeR 21', '1970-12-21 00:00:00'],
    ['%B %d', 'Dec 21', undefined],
    ['%b', 'may', '1970-05-01 00:00:00'],
    ['%A, %F', 'MONDAY, 2010-12-21', '2010-12-21 00:00:00'],
    ['%I %p', '12 am', epoch],
    ['%I %p', '12 PM', '1970-01-01 12:00:00'],
    ['%I %p', '03 pm', '1970-01-01 15:00:00'],
    ['%H %p', '15 am', '1970-01-01 03:00:00'],
    ['%p %H', 'pm 03', '1970-01-01 03:00:00'],
    ['%H %M %S', '99 99 99', '1970-01-05 04:40:39'],
    ['%Y-%m-%d', '2010-02-31', '2010-02-28 00:00:00'],
    ['%Y-%m-%d', '2010-13-01', '2010-12-01 00:00:00'],
    ['%Y-%m-%d', '2012-00-00', '2012-01-01 00:00:00'],
    ['%Y %j', '2010 355', '2010-12-21 00:00:00'],
    ['%Y %j', '2010 999', '2010-12-31 00:00:00'],
    ['%Y %j', '2012 060', '2012-02-29 00:00:00'],
    ['%G-W%V', '2010-W51', '2010-12-23 00:00:00'],
    ['%G-W%V-%u', '2010-W51-2', '2010-12-21 00:00:00'],
    ['%G-W%V-%u', '2020-W53-0', '2021-01-03 00:00:00'],
    ['%G-W%V-%u', '2019-W99-9', '2019-12-29 00:00:00'],
    ['%Y %U %w', '2010 51 2', '2010-12-21 00:00:00'],
    ['%Y %W %u', '2010 51 2', '2010-12-21 00:00:00'],
    ['%Y %a', '2010 Tue', '2010-01-01 00:00:00'],
    ['%s', '1292937825', '2010-12-21 13:23:45'],
    ['%s %F', '-1 2010-12-21', '1969-12-31 23:59:59'],
    ['%H%z', '12+0130', '1970-01-01 10:30:00'],
    ['%H%N', '12-01:30', '1970-01-01 13:30:00'],
    ['%H %Z', '12 EST', '1970-01-01 17:00:00'],
    ['%H %Z', '12 METDST', '1970-01-01 10:00:00'],
    ['%H %Z', '12 ZULU', '1970-01-01 12:00:00'],
    ['%H %Z', '12 +0200', '1970-01-01 10:00:00'],
    ['%H %Z', '12 IRT', '1970-01-01 08:30:00'],
    ['%H %Z', '12 est', undefined],
    ['%H%z', '12', undefined],
    ['%S.%v', '01.5', '1970-01-01 00:00:01.5'],
    ['%S.%v', '01.1234565', '1970-01-01 00:00:01.123457'],
    ['%S.%v', '01.12345649', '1970-01-01 00:00:01.123456'],
    ['%S.%v', '01.9999999', '1970-01-01 00:00:02'],
    ['%S%Q', '01', '1970-01-01 00:00:01'],
    ['%S%Q.', '01.', '1970-01-01 00:00:01'],
    ['%S%Q', '01.25', '1970-01-01 00:00:01.25'],
    ['%-H %_M %0S', '01 02 03', '1970-01-01 01:02:03'],
    ['%^H', '01', undefined],
    ['%E', '1', undefined],
    ['%%', '%', epoch],
    ['%', '%', epoch],
    ['%-', '%', epoch],
    ['é', 'é', epoch],
    ['é', 'e', undefined],
    ['x', 'X', undefined],
    ['%Y', '2010x', undefined],
    ['%c', 'Tue Dec 21 13:23:45 UTC 2010', '2010-12-21 13:23:45'],
    ['%r', '01:23:45 PM', '1970-01-01 13:23:45'],
    ['%x %X %R %D', '12/21/10 13:23:45 01:02 12/22/11', '2011-12-22 01:02:45'],
  ])('%j reads %j', (format, input, expected) => {
    expect(reading(format, input)).toBe(expected);
  });

  it('wraps at 64 bits, years included', () => {
    expect(reading('%Y', '300000')).toBe('-284555-12-13 15:58:10.448384');
    const beyond = parseTime('%Y', (2n ** 64n + 2000n).toString());
    expect(beyond).toEqual(parseTime('%Y', '2000'));
  });

  it('ends soon if every code could be read in two ways', () => {
    expect(parseTime(`${'%k'.repeat(200)}x`, '1'.repeat(399))).toBeUndefined();
    expect(reading('%Y'.repeat(1000), '1'.repeat(4001))).toBe('11111-01-01 00:00:00');
    expect(parseTime('%Y'.repeat(30_000), '1'.repeat(120_001))).toBeUndefined();
    expect(parseTime('%Y', '1'.repeat(100_000))).toBeDefined();
  });

  it('reads what it prints', () => {
    fc.assert(
      fc.property(time, (moment) => {
        const whole = new TimeValue((moment.micros / 1_000_000n) * 1_000_000n);
        expect(parseTime('%Y-%m-%dT%H:%M:%SZ', formatDefaultTime(whole))).toEqual(whole);
        expect(parseTime('%Y %j %T.%v', formatTime('%Y %j %T.%v', moment))).toEqual(moment);
        expect(parseTime('%G %V %u %T.%v', formatTime('%G %V %u %T.%v', moment))).toEqual(moment);
        expect(parseTime('%Y %U %w %T%Q', formatTime('%Y %U %w %T%Q', moment))).toEqual(moment);
        expect(parseTime('%Y %W %u %T%Q', formatTime('%Y %W %u %T%Q', moment))).toEqual(moment);
        expect(parseTime('%c.%v', formatTime('%c.%v', moment))).toEqual(moment);
      }),
    );
  });
});

describe('arithmetic', () => {
  const decimal = (text: string) =>
    readDecimal(text) as NonNullable<ReturnType<typeof readDecimal>>;

  it.each([
    ['0.001002', '1970-01-01 00:00:00.001002'],
    ['0.0000005', '1970-01-01 00:00:00'],
    ['0.0000015', '1970-01-01 00:00:00.000002'],
    ['-1', '1969-12-31 23:59:59'],
    ['86400', '1970-01-02 00:00:00'],
  ])('adds %s seconds', (seconds, expected) => {
    const moment = addSeconds(timeFromPosixMicros(0n), decimal(seconds));
    expect(formatTime('%Y-%m-%d %H:%M:%S%Q', moment)).toBe(expected);
  });

  it('wraps at 64 bits', () => {
    const last = new TimeValue(2n ** 63n - 1n);
    expect(addSeconds(last, decimal('0.000001'))).toEqual(new TimeValue(-(2n ** 63n)));
    expect(posixMicros(new TimeValue(-(2n ** 63n)))).toBeGreaterThan(0n);
  });

  it.each([
    [1_500_000n, 0n, '1.5'],
    [0n, 3_600_000_000n, '-3600'],
    [1n, 0n, '0.000001'],
  ])('%s - %s microseconds are %s seconds', (left, right, expected) => {
    const difference = secondsBetween(timeFromPosixMicros(left), timeFromPosixMicros(right));
    expect(showDecimal(difference)).toBe(expected);
  });
});
