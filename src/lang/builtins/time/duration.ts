// `add-time`, `diff-time`, `days`, `hours`, `minutes`: differences of times are decimals of seconds.

import type { BuiltinCall } from '../../state/builtin.ts';
import { multiplyDecimals } from '../../values/number/decimal.ts';
import { addSeconds, secondsBetween } from '../../values/time/time.ts';
import { Decimal } from '../../values/value.ts';
import { boundedDecimal } from '../bounds.ts';
import { chargeInteger } from '../charges.ts';
import { builtin, overload, param, type Overload } from '../define.ts';
import { toDecimal } from '../operators/sums.ts';

export const addTime = builtin({
  name: 'add-time',
  since: '1.0',
  builtins: { 'add-time': { number: 103, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Adds a number of seconds to a time. Fractions are rounded to microseconds, half to even.',
  types: { 'add-time': ['Num a => time -> a -> time'] },
  overloads: [
    overload({
      internal: 'add-time',
      params: [
        param('time', 'time', 'The time.'),
        param('seconds', 'number', 'The seconds; negative for an earlier time.'),
      ],
      returns: 'time',
      run: (_call, time, seconds) => addSeconds(time, toDecimal(seconds)),
    }),
  ],
  examples: [
    {
      code: '(add-time (time "2016-07-22T12:00:00Z") 15)',
      gives: '"2016-07-22T12:00:15Z"',
    },
    {
      code: '(add-time (time "2016-07-22T12:00:00Z") (hours -1))',
      gives: '"2016-07-22T11:00:00Z"',
    },
  ],
});

export const diffTime = builtin({
  name: 'diff-time',
  since: '1.0',
  builtins: { 'diff-time': { number: 104, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Returns the seconds from `right` to `left`.',
  overloads: [
    overload({
      internal: 'diff-time',
      params: [
        param('left', 'time', 'The later time, for a positive result.'),
        param('right', 'time', 'The earlier time.'),
      ],
      returns: 'decimal',
      run: (_call, left, right) => secondsBetween(left, right),
    }),
  ],
  examples: [
    {
      code: '(diff-time (parse-time "%T" "16:00:00") (parse-time "%T" "09:30:00"))',
      gives: '23400.0',
    },
    {
      code: '(diff-time (time "2016-07-22T12:00:00Z") (time "2016-07-22T12:00:01Z"))',
      gives: '-1.0',
    },
  ],
});

export const days = builtin({
  name: 'days',
  since: '1.0',
  builtins: { days: { number: 107, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Converts a number of days to seconds.',
  types: { days: ['Num a => a -> decimal'] },
  overloads: [inSeconds('days', 86_400n)],
  examples: [
    { code: '(days 1)', gives: '86400.0' },
    {
      code: '(add-time (time "2016-07-22T12:00:00Z") (days 2))',
      gives: '"2016-07-24T12:00:00Z"',
    },
  ],
});

export const hours = builtin({
  name: 'hours',
  since: '1.0',
  builtins: { hours: { number: 105, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Converts a number of hours to seconds.',
  types: { hours: ['Num a => a -> decimal'] },
  overloads: [inSeconds('hours', 3_600n)],
  examples: [
    { code: '(hours 2)', gives: '7200.0' },
    { code: '(hours 1.50)', gives: '5400.0' },
  ],
});

export const minutes = builtin({
  name: 'minutes',
  since: '1.0',
  builtins: { minutes: { number: 106, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Converts a number of minutes to seconds.',
  types: { minutes: ['Num a => a -> decimal'] },
  overloads: [inSeconds('minutes', 60n)],
  examples: [
    { code: '(minutes 10)', gives: '600.0' },
    { code: '(minutes 0.01)', gives: '0.6' },
  ],
});

function inSeconds(internal: string, seconds: bigint): Overload {
  return overload({
    internal,
    params: [param('count', 'number', 'The number to convert.')],
    returns: 'decimal',
    run: (call, count) => scaled(call, count, seconds),
  });
}

function scaled(call: BuiltinCall, count: bigint | Decimal, seconds: bigint): Decimal {
  const decimal = toDecimal(count);
  const { mantissa } = decimal;
  const { costs } = call;
  if (costs !== undefined) {
    chargeInteger(call, 'Mul', costs.intMultiply(mantissa, seconds), mantissa, seconds);
  }
  return boundedDecimal(call, multiplyDecimals(decimal, new Decimal(seconds, 0)));
}
