// `*`, `/` and `mod`: integer division rounds towards minus infinity, so the remainder has the divisor's sign.

import { divideDecimals, multiplyDecimals } from '../../values/number/decimal.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { boundedDecimal, boundedInteger } from '../bounds.ts';
import { chargeInteger } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { toDecimal } from './sums.ts';
import { countSteps } from '../../../base/interruption.ts';
import { isWord } from '../../../base/integers.ts';
import type { Decimal } from '../../values/value.ts';

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

export const divide = builtin({
  name: '/',
  since: '1.0',
  builtins: { '/': { number: 3, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Divides `left` by `right`. Two integers give the quotient rounded down to an integer; a decimal ' +
    'quotient is rounded to 255 places, half to even, without trailing zeros.',
  types: { '/': ['Num a => a -> a -> a'] },
  overloads: [
    overload({
      internal: '/',
      params: [
        param('left', 'integer', 'The dividend.'),
        param('right', 'integer', 'The divisor, not zero.'),
      ],
      returns: 'integer',
      run(call, left, right) {
        if (right === 0n) call.fail('ArithmeticException', { cause: 'div by zero' });
        chargeQuotient(call, left, right);
        return floorDivide(left, right);
      },
    }),
    overload({
      internal: '/',
      params: [
        param('left', 'number', 'The dividend.'),
        param('right', 'number', 'The divisor, not zero.'),
      ],
      returns: 'decimal',
      run: (call, left, right) => quotient(call, toDecimal(left), toDecimal(right)),
    }),
  ],
  examples: [
    { code: '(/ 7 2)', gives: '3' },
    { code: '(/ -7 2)', gives: '-4' },
    { code: '(/ 7 2.0)', gives: '3.5' },
    { code: '(/ 1 0)', gives: { fails: 'Arithmetic exception: div by zero' } },
    { code: '(/ 1.0 0)', gives: { fails: 'Arithmetic exception: div by zero, decimal' } },
  ],
});

export const modulo = builtin({
  name: 'mod',
  since: '1.0',
  builtins: { mod: { number: 38, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns the remainder of the division of two integers. It has the sign of the divisor.',
  overloads: [
    overload({
      internal: 'mod',
      params: [
        param('left', 'integer', 'The dividend.'),
        param('right', 'integer', 'The divisor, not zero.'),
      ],
      returns: 'integer',
      run(call, left, right) {
        // The reference leaves this to Haskell, whose exception is not a Pact error.
        if (right === 0n) call.fail('UnknownException', { cause: 'divide by zero' });
        if (!isWord(left)) countSteps(stepsOfLongDivision);
        return floorModulo(left, right);
      },
    }),
  ],
  examples: [
    { code: '(mod 13 8)', gives: '5' },
    { code: '(mod -7 2)', gives: '1' },
    { code: '(mod 7 -2)', gives: '-1' },
    { code: '(mod 1 0)', gives: { fails: 'divide by zero' } },
  ],
});

/** The result may be small, so only the arguments show that the operation is slow. */
const stepsOfLongDivision = 1024;

function quotient(call: BuiltinCall, left: Decimal, right: Decimal): Decimal {
  if (right.mantissa === 0n) call.fail('ArithmeticException', { cause: 'div by zero, decimal' });
  chargeQuotient(call, left.mantissa, right.mantissa);
  return boundedDecimal(call, divideDecimals(left, right));
}

function chargeQuotient(call: BuiltinCall, left: bigint, right: bigint): void {
  const { costs } = call;
  if (costs !== undefined) chargeInteger(call, 'Div', costs.intDivide(left, right), left, right);
}

/** Divides, rounding towards minus infinity; the divisor must not be zero. */
function floorDivide(left: bigint, right: bigint): bigint {
  const towardsZero = left / right;
  const inexact = left < 0n !== right < 0n && towardsZero * right !== left;
  return inexact ? towardsZero - 1n : towardsZero;
}

/** Returns the remainder with the sign of the divisor, which must not be zero. */
function floorModulo(left: bigint, right: bigint): bigint {
  const remainder = left % right;
  return remainder !== 0n && remainder < 0n !== right < 0n ? remainder + right : remainder;
}
