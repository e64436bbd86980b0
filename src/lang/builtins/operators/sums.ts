// `+`, `-` and `negate`. A call of `-` with one argument is resolved to `negate`.

import { codePointLength } from '../../../base/text.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import {
  addDecimals,
  decimalFromInteger,
  negateDecimal,
  subtractDecimals,
} from '../../values/number/decimal.ts';
import { type Decimal, ListValue, unitedObjects } from '../../values/value.ts';
import { boundedDecimal, enforceListLength, enforceTextLength } from '../bounds.ts';
import { chargeInteger, chargeList, chargeObject, chargeText } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const add = builtin({
  name: '+',
  since: '1.0',
  builtins: { '+': { number: 0, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Adds two numbers, joins two strings or two lists, or merges two objects, where the value of the ' +
    'left one is kept if both have a field. An integer and a decimal give a decimal with the larger ' +
    'number of places.',
  types: {
    '+': ['Add a => a -> a -> a', 'r1 + r2 = r3 => object{r1} -> object{r2} -> object{r3}'],
  },
  overloads: [
    overload({
      internal: '+',
      params: [
        param('left', 'integer', 'The first summand.'),
        param('right', 'integer', 'The second summand.'),
      ],
      returns: 'integer',
      run(call, left, right) {
        chargeSum(call, 'Add', left, right);
        // Not bounded: a sum has at most one bit more than its operands.
        return left + right;
      },
    }),
    overload({
      internal: '+',
      params: [
        param('left', 'number', 'The first summand.'),
        param('right', 'number', 'The second summand.'),
      ],
      returns: 'decimal',
      run: (call, left, right) => sum(call, toDecimal(left), toDecimal(right)),
    }),
    overload({
      internal: '+',
      params: [
        param('left', 'string', 'The first string.'),
        param('right', 'string', 'The second string.'),
      ],
      returns: 'string',
      run(call, left, right) {
        if (call.metered) {
          chargeText(call, codePointLength(left) + codePointLength(right));
        }
        enforceTextLength(call, left.length + right.length);
        return left + right;
      },
    }),
    overload({
      internal: '+',
      params: [
        param('left', 'object', 'The object whose values take precedence.'),
        param('right', 'object', 'The object whose other fields are added.'),
      ],
      returns: 'object',
      run(call, left, right) {
        chargeObject(call, left.fields.size + right.fields.size);
        return unitedObjects(left, right);
      },
    }),
    overload({
      internal: '+',
      params: [
        param('left', 'list', 'The first list.'),
        param('right', 'list', 'The second list.'),
      ],
      returns: 'list',
      run(call, left, right) {
        const length = left.items.length + right.items.length;
        chargeList(call, length);
        enforceListLength(call, length);
        return new ListValue(left.items.concat(right.items));
      },
    }),
  ],
  examples: [
    { code: '(+ 1 2)', gives: '3' },
    { code: '(+ 1 2.50)', gives: '3.50' },
    { code: '(+ "every" "body")', gives: '"everybody"' },
    { code: '(+ [1 2] [3])', gives: '[1 2 3]' },
    { code: '(+ {"a": 1} {"a": 2, "b": 3})', gives: '{"a": 1,"b": 3}' },
    {
      code: '(+ 1 "a")',
      gives: {
        fails: 'failed to call native function + with argument(s) of type(s): integer, string',
      },
    },
  ],
});

function sum(call: BuiltinCall, left: Decimal, right: Decimal): Decimal {
  chargeSum(call, 'Add', left.mantissa, right.mantissa);
  return boundedDecimal(call, addDecimals(left, right));
}

export const subtract = builtin({
  name: '-',
  since: '1.0',
  builtins: { '-': { number: 1, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Subtracts `right` from `left`. With one number, the same as `negate`. An integer and a decimal ' +
    'give a decimal.',
  types: { '-': ['Num a => a -> a -> a'] },
  overloads: [
    overload({
      internal: '-',
      params: [
        param('left', 'integer', 'The number to subtract from.'),
        param('right', 'integer', 'The number to subtract.'),
      ],
      returns: 'integer',
      run(call, left, right) {
        chargeSum(call, 'Sub', left, right);
        // Not bounded: a difference has at most one bit more than its operands.
        return left - right;
      },
    }),
    overload({
      internal: '-',
      params: [
        param('left', 'number', 'The number to subtract from.'),
        param('right', 'number', 'The number to subtract.'),
      ],
      returns: 'decimal',
      run(call, left, right) {
        const a = toDecimal(left);
        const b = toDecimal(right);
        chargeSum(call, 'Sub', a.mantissa, b.mantissa);
        return boundedDecimal(call, subtractDecimals(a, b));
      },
    }),
  ],
  examples: [
    { code: '(- 10 3)', gives: '7' },
    { code: '(- 1.5 1)', gives: '0.5' },
    { code: '(- 4)', gives: '-4' },
    {
      code: '(- "a" "b")',
      gives: { fails: 'native function - with argument(s) of type(s): string, string' },
    },
  ],
});

export const negate = builtin({
  name: 'negate',
  since: '5.0',
  builtins: { negate: { number: 4, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Changes the sign of a number. A decimal keeps its places.',
  types: { negate: ['Num a => a -> a'] },
  overloads: [
    overload({
      internal: 'negate',
      params: [param('number', 'integer', 'The number.')],
      returns: 'integer',
      run: (_call, number) => -number,
    }),
    overload({
      internal: 'negate',
      params: [param('number', 'decimal', 'The number.')],
      returns: 'decimal',
      run: (_call, number) => negateDecimal(number),
    }),
  ],
  examples: [
    { code: '(negate 3)', gives: '-3' },
    { code: '(negate -2.50)', gives: '2.50' },
  ],
});

// Shared by sums and differences: the charge, and mixed integers and decimals.

/** Treats the integer as a decimal without places. */
export function toDecimal(number: bigint | Decimal): Decimal {
  return typeof number === 'bigint' ? decimalFromInteger(number) : number;
}

/** Charges for decimals by their mantissas. */
export function chargeSum(
  call: BuiltinCall,
  operation: 'Add' | 'Sub',
  left: bigint,
  right: bigint,
): void {
  const { costs } = call;
  if (costs !== undefined) chargeInteger(call, operation, costs.intAdd(left, right), left, right);
}
