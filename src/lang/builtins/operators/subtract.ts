// `-` and `negate`. A call of `-` with one argument is resolved to `negate`.

import { negateDecimal, subtractDecimals } from '../../values/number/decimal.ts';
import { boundedDecimal } from '../bounds.ts';
import { builtin, overload, param } from '../define.ts';
import { chargeSum, toDecimal } from './number.ts';

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
