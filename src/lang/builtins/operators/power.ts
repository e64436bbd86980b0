// `^`: exact for two integers, otherwise the power correctly rounded to 53 bits.

import type { BuiltinCall } from '../../state/builtin.ts';
import { bitLength } from '../../gas/integer-bits.ts';
import { maxIntegerBits } from '../../state/limits.ts';
import { roundToInteger } from '../../values/number/decimal.ts';
import { decimalPower } from '../../values/number/transcendental.ts';
import type { Decimal } from '../../values/value.ts';
import { boundedInteger, failTooManyBits } from '../bounds.ts';
import { chargeInteger } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { finite } from './finite.ts';
import { toDecimal } from './number.ts';

export const power = builtin({
  name: '^',
  since: '1.0',
  builtins: { '^': { number: 6, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Raises `base` to a power. Two integers give the exact integer; with a decimal the result is ' +
    'computed to 53 bits.',
  types: { '^': ['Num a => a -> a -> a'] },
  overloads: [
    overload({
      internal: '^',
      params: [
        param('base', 'integer', 'The base.'),
        param('exponent', 'integer', 'The exponent, not negative.'),
      ],
      returns: 'integer',
      run: (call, base, exponent) => integerPower(call, base, exponent),
    }),
    overload({
      internal: '^',
      params: [
        param('base', 'number', 'The base; if negative, the exponent must be a whole number.'),
        param('exponent', 'number', 'The exponent.'),
      ],
      returns: 'decimal',
      run: (call, base, exponent) => computedPower(call, toDecimal(base), toDecimal(exponent)),
    }),
  ],
  examples: [
    { code: '(^ 2 10)', gives: '1024' },
    { code: '(^ 4.0 -1)', gives: '0.25' },
    { code: '(^ 2 -1)', gives: { fails: 'negative exponent in integer power' } },
    { code: '(^ 0.0 -1)', gives: { fails: 'zero to a negative power is undefined' } },
    { code: '(^ -2.0 0.5)', gives: { fails: 'Floating operation resulted in Infinity or NaN' } },
    { code: '(^ 2 1000000000)', gives: { fails: 'integer of more than 4194304 bits' } },
  ],
});

function integerPower(call: BuiltinCall, base: bigint, exponent: bigint): bigint {
  const { costs } = call;
  if (costs !== undefined) chargeInteger(call, 'Pow', costs.pow(base, exponent), base, exponent);
  if (exponent < 0n) {
    call.fail('ArithmeticException', { cause: 'negative exponent in integer power' });
  }
  if (base >= -1n && base <= 1n) {
    if (base === -1n && (exponent & 1n) === 0n) return 1n;
    return exponent === 0n ? 1n : base;
  }
  // The result has at least this many bits, and at most twice as many.
  const bits = BigInt(bitLength(base) - 1) * exponent;
  if (bits > maxIntegerBits) failTooManyBits(call);
  return boundedInteger(call, base ** exponent);
}

function computedPower(call: BuiltinCall, base: Decimal, exponent: Decimal): Decimal {
  if (base.mantissa === 0n && exponent.mantissa < 0n) {
    call.fail('FloatingPointError', { cause: 'zero to a negative power is undefined' });
  }
  const { costs } = call;
  if (costs !== undefined) {
    const costly = roundToInteger(exponent, 'ceiling');
    const ceiling = roundToInteger(base, 'ceiling');
    chargeInteger(call, 'Pow', costs.pow(ceiling, costly), ceiling, costly);
  }
  return finite(call, decimalPower(base, exponent));
}
