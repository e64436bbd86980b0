// `*`

import { multiplyDecimals } from '../../values/number/decimal.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { boundedDecimal, boundedInteger } from '../bounds.ts';
import { chargeInteger } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { toDecimal } from './number.ts';

export const multiply = builtin({
  name: '*',
  since: '1.0',
  builtins: { '*': { number: 2, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Multiplies two numbers. A decimal product is rounded to 255 places, half to even, and loses its ' +
    'trailing zeros.',
  types: { '*': ['Num a => a -> a -> a'] },
  overloads: [
    overload({
      internal: '*',
      params: [
        param('left', 'integer', 'The first factor.'),
        param('right', 'integer', 'The second factor.'),
      ],
      returns: 'integer',
      run(call, left, right) {
        chargeProduct(call, left, right);
        return boundedInteger(call, left * right);
      },
    }),
    overload({
      internal: '*',
      params: [
        param('left', 'number', 'The first factor.'),
        param('right', 'number', 'The second factor.'),
      ],
      returns: 'decimal',
      run(call, left, right) {
        const a = toDecimal(left);
        const b = toDecimal(right);
        chargeProduct(call, a.mantissa, b.mantissa);
        return boundedDecimal(call, multiplyDecimals(a, b));
      },
    }),
  ],
  examples: [
    { code: '(* 6 7)', gives: '42' },
    { code: '(* 0.1 0.1)', gives: '0.01' },
    { code: '(* 2 1.50)', gives: '3.0' },
  ],
});

function chargeProduct(call: BuiltinCall, left: bigint, right: bigint): void {
  const { costs } = call;
  if (costs !== undefined) chargeInteger(call, 'Mul', costs.intMultiply(left, right), left, right);
}
