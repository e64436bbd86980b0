// `read-integer` and `read-decimal`: numbers from the data of the transaction, also written as strings.

import { codePointLength } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import { maxIntegerBits } from '../../state/limits.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import {
  decimalFromInteger,
  parseNumber,
  roundToInteger,
  type NumberText,
} from '../../values/number/decimal.ts';
import { Decimal } from '../../values/value.ts';
import { boundedDecimal, boundedInteger, failTooManyBits } from '../bounds.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { failReading, messageField } from './message.ts';

const setup = '(env-data {"count": 7, "price": 2.5, "written": "12.50"})';

export const readInteger = builtin({
  name: 'read-integer',
  since: '1.0',
  builtins: { 'read-integer': { number: 53, gas: { '5.0': 200 }, does: 'transaction' } },
  doc:
    'Reads the integer under a key of the transaction data. A decimal is rounded, half to even; a ' +
    'string must contain the digits of an integer and nothing else.',
  overloads: [
    overload({
      internal: 'read-integer',
      params: [param('key', 'string', 'The key.')],
      returns: 'integer',
      run(call, key) {
        const value = messageField(call, key);
        if (value instanceof Decimal) return roundToInteger(value, 'half-even');
        if (typeof value === 'bigint') return value;
        if (typeof value !== 'string') return failReading(call, key);
        const number = numberIn(call, value);
        if (number?.kind !== 'integer') return failReading(call, key);
        return boundedInteger(call, number.value);
      },
    }),
  ],
  examples: [
    { setup, code: `(read-integer 'count)`, gives: '7' },
    { setup, code: `(read-integer 'price)`, gives: '2' },
    { setup, code: `(read-integer 'written)`, gives: { fails: 'read-integer failure' } },
  ],
});

export const readDecimal = builtin({
  name: 'read-decimal',
  since: '1.0',
  builtins: { 'read-decimal': { number: 54, gas: { '5.0': 200 }, does: 'transaction' } },
  doc:
    'Reads the decimal under a key of the transaction data. An integer becomes a decimal; a string ' +
    'must contain a number with at most 255 decimal places and nothing else.',
  overloads: [
    overload({
      internal: 'read-decimal',
      params: [param('key', 'string', 'The key.')],
      returns: 'decimal',
      run(call, key) {
        const value = messageField(call, key);
        if (value instanceof Decimal) return value;
        if (typeof value === 'bigint') return decimalFromInteger(value);
        if (typeof value !== 'string') return failReading(call, key);
        const number = numberIn(call, value) ?? failReading(call, key);
        const decimal = number.kind === 'decimal' ? number.value : decimalFromInteger(number.value);
        return boundedDecimal(call, decimal);
      },
    }),
  ],
  examples: [
    { setup, code: `(read-decimal 'price)`, gives: '2.5' },
    { setup, code: `(read-decimal 'written)`, gives: '12.50' },
    { setup, code: `(read-decimal 'count)`, gives: '7.0' },
    { setup, code: `(read-decimal 'other)`, gives: { fails: 'read-decimal failure' } },
  ],
});

/** Longer strings are not parsed: a number has fewer digits than bits. */
const maxDigits = maxIntegerBits;

function numberIn(call: BuiltinCall, text: string): NumberText | undefined {
  const { costs } = call;
  if (costs !== undefined) {
    const length = codePointLength(text);
    charge(call, costs.readNumber(length), gasLabels.readNumber(length));
  }
  if (text.length > maxDigits) return failTooManyBits(call);
  return parseNumber(text);
}
