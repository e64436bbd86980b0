// `time`, `parse-time` and `format-time`: times from strings and back.

import { codePointLength } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import { maxTimeFormatLength } from '../../state/limits.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { defaultTimeFormat, formatTime } from '../../values/time/time-format.ts';
import { parseTime } from '../../values/time/time-parse.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const time = builtin({
  name: 'time',
  since: '1.0',
  builtins: { time: { number: 102, gas: { '5.0': 500 }, does: 'pure' } },
  doc: 'Reads a time in the form `2024-12-31T23:59:59Z` (UTC).',
  overloads: [
    overload({
      internal: 'time',
      params: [param('text', 'string', 'The string.')],
      returns: 'time',
      run: (call, text) =>
        parseTime(defaultTimeFormat, text) ?? call.failBuiltin('time default format parse failure'),
    }),
  ],
  examples: [
    { code: '(time "2016-07-22T11:26:35Z")', gives: '"2016-07-22T11:26:35Z"' },
    {
      code: '(< (time "2016-07-22T11:26:35Z") (time "2016-07-22T11:26:36Z"))',
      gives: 'true',
    },
    { code: '(time "yesterday")', gives: { fails: 'time default format parse failure' } },
  ],
});

export const parseTimeBuiltin = builtin({
  name: 'parse-time',
  since: '1.0',
  builtins: { 'parse-time': { number: 100, gas: { '5.0': 500 }, does: 'pure' } },
  doc:
    'Reads a time in a given format. The format is a string with codes such as `%Y`, `%m`, `%d`, ' +
    '`%H`, `%M`, `%S`.',
  overloads: [
    overload({
      internal: 'parse-time',
      params: [param('format', 'string', 'The format.'), param('text', 'string', 'The string.')],
      returns: 'time',
      run(call, format, text) {
        chargeParse(call, format, text);
        enforceShort(call, format);
        return parseTime(format, text) ?? call.failBuiltin('parse-time parse failure');
      },
    }),
  ],
  examples: [
    { code: '(parse-time "%F" "2016-09-12")', gives: '"2016-09-12T00:00:00Z"' },
    { code: '(parse-time "%d.%m.%Y %H:%M" "12.09.2016 14:30")', gives: '"2016-09-12T14:30:00Z"' },
    { code: '(parse-time "%F" "12 September")', gives: { fails: 'parse-time parse failure' } },
  ],
});

export const formatTimeBuiltin = builtin({
  name: 'format-time',
  since: '1.0',
  builtins: { 'format-time': { number: 101, gas: { '5.0': 500 }, does: 'pure' } },
  doc: 'Writes a time in a given format, with the same codes as `parse-time`.',
  overloads: [
    overload({
      internal: 'format-time',
      params: [param('format', 'string', 'The format.'), param('time', 'time', 'The time.')],
      returns: 'string',
      run(call, format, value) {
        const { costs } = call;
        if (costs !== undefined) {
          const length = codePointLength(format);
          charge(call, costs.formatTime(length), gasLabels.formatTime(length));
        }
        enforceShort(call, format);
        return formatTime(format, value);
      },
    }),
  ],
  examples: [
    { code: '(format-time "%F" (time "2016-07-22T12:00:00Z"))', gives: '"2016-07-22"' },
    {
      code: '(format-time "%A, %e %B %Y" (time "2016-07-22T12:00:00Z"))',
      gives: '"Friday, 22 July 2016"',
    },
  ],
});

function chargeParse(call: BuiltinCall, format: string, text: string): void {
  const { costs } = call;
  if (costs === undefined) return;
  const lengths = [codePointLength(format), codePointLength(text)] as const;
  charge(call, costs.parseTime(...lengths), gasLabels.parseTime(...lengths));
}

function enforceShort(call: BuiltinCall, format: string): void {
  if (format.length <= maxTimeFormatLength) return;
  call.failBuiltin(`format of more than ${maxTimeFormatLength} characters`);
}
