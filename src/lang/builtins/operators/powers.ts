// `^`: exact for two integers, otherwise the power correctly rounded to 53 bits.
import type { BuiltinCall } from '../../state/builtin.ts';
import { bitLength } from '../../gas/integer-bits.ts';
import { maxIntegerBits } from '../../state/limits.ts';
import { decimalFromInteger, equalDecimals, roundToInteger } from '../../values/number/decimal.ts';
import {
  type Transcendental,
  decimalExp,
  decimalLn,
  decimalLog,
  decimalPower,
  decimalSqrt,
} from '../../values/number/transcendental.ts';
import type { Decimal } from '../../values/value.ts';
import { boundedDecimal, boundedInteger, failTooManyBits } from '../bounds.ts';
import { chargeExp, chargeInteger, chargeLn, chargeLog, chargeSqrt } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { toDecimal } from './sums.ts';
import { countSteps } from '../../../base/interruption.ts';

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

// `exp`, `ln`, `log` and `sqrt`: correctly rounded at 53 bits and then written out exactly (section 3.3).

const one = decimalFromInteger(1n);

export const exp = builtin({
  name: 'exp',
  since: '1.0',
  builtins: { exp: { number: 25, gas: { '5.0': 2_000 }, does: 'pure' } },
  doc: 'Returns e to the power of a number.',
  types: { exp: ['Fractional a => a -> decimal'] },
  overloads: [
    overload({
      internal: 'exp',
      params: [param('exponent', 'number', 'The exponent.')],
      returns: 'decimal',
      run(call, exponent) {
        const decimal = toDecimal(exponent);
        if (call.metered) chargeExp(call, decimal.mantissa);
        return finite(call, decimalExp(decimal));
      },
    }),
  ],
  examples: [
    { code: '(exp 0)', gives: '1.0' },
    { code: '(round (exp 3) 6)', gives: '20.085537' },
    {
      code: '(exp 1000000000)',
      gives: { fails: 'Floating operation resulted in Infinity or NaN' },
    },
  ],
});

export const ln = builtin({
  name: 'ln',
  since: '1.0',
  builtins: { ln: { number: 26, gas: { '5.0': 1_000 }, does: 'pure' } },
  doc: 'Returns the natural logarithm of a positive number.',
  types: { ln: ['Fractional a => a -> decimal'] },
  overloads: [
    overload({
      internal: 'ln',
      params: [param('number', 'number', 'The number, above zero.')],
      returns: 'decimal',
      run(call, number) {
        const decimal = toDecimal(number);
        if (call.metered) chargeLn(call, roundToInteger(decimal, 'ceiling'));
        if (decimal.mantissa <= 0n) {
          call.fail('ArithmeticException', {
            cause: 'Natural logarithm must be greater then 0',
          });
        }
        return finite(call, decimalLn(decimal));
      },
    }),
  ],
  examples: [
    { code: '(ln 1)', gives: '0.0' },
    { code: '(round (ln 60) 6)', gives: '4.094345' },
    { code: '(ln 0)', gives: { fails: 'Natural logarithm must be greater then 0' } },
  ],
});

export const log = builtin({
  name: 'log',
  since: '1.0',
  builtins: { log: { number: 28, gas: { '5.0': 1_000 }, does: 'pure' } },
  doc:
    'Returns the logarithm of a number to a base: the quotient of their natural logarithms. Two ' +
    'integers give the nearest integer.',
  types: { log: ['Fractional a => a -> a -> a'] },
  overloads: [
    overload({
      internal: 'log',
      params: [
        param('base', 'integer', 'The base, neither negative nor 1.'),
        param('number', 'integer', 'The number, above zero.'),
      ],
      returns: 'integer',
      run(call, base, number) {
        const result = logarithm(call, decimalFromInteger(base), decimalFromInteger(number));
        return roundToInteger(result, 'half-even');
      },
    }),
    overload({
      internal: 'log',
      params: [
        param('base', 'number', 'The base, neither negative nor 1.'),
        param('number', 'number', 'The number, above zero.'),
      ],
      returns: 'decimal',
      run: (call, base, number) => logarithm(call, toDecimal(base), toDecimal(number)),
    }),
  ],
  examples: [
    { code: '(log 2 256)', gives: '8' },
    { code: '(log 4.0 16)', gives: '2.0' },
    { code: '(log 1 5)', gives: { fails: 'Base 1 not supported' } },
    { code: '(log 2 0)', gives: { fails: 'Non-positive log argument' } },
  ],
});

export const sqrt = builtin({
  name: 'sqrt',
  since: '1.0',
  builtins: { sqrt: { number: 27, gas: { '5.0': 1_000 }, does: 'pure' } },
  doc: 'Returns the square root of a non-negative number.',
  types: { sqrt: ['Fractional a => a -> decimal'] },
  overloads: [
    overload({
      internal: 'sqrt',
      params: [param('number', 'number', 'The number, at least zero.')],
      returns: 'decimal',
      run(call, number) {
        const decimal = toDecimal(number);
        if (decimal.mantissa < 0n) {
          call.fail('ArithmeticException', { cause: 'Square root must be non-negative' });
        }
        if (call.metered) chargeSqrt(call, decimal.mantissa);
        return finite(call, decimalSqrt(decimal));
      },
    }),
  ],
  examples: [
    { code: '(sqrt 25)', gives: '5.0' },
    { code: '(round (sqrt 2.0) 6)', gives: '1.414214' },
    { code: '(sqrt -1)', gives: { fails: 'Square root must be non-negative' } },
  ],
});

function logarithm(call: BuiltinCall, base: Decimal, number: Decimal): Decimal {
  if (equalDecimals(base, one)) {
    call.fail('ArithmeticException', { cause: 'Base 1 not supported' });
  }
  if (base.mantissa < 0n) call.fail('ArithmeticException', { cause: 'Negative log base' });
  if (number.mantissa <= 0n) {
    call.fail('ArithmeticException', { cause: 'Non-positive log argument' });
  }
  if (call.metered) {
    chargeLog(call, roundToInteger(base, 'ceiling'), roundToInteger(number, 'ceiling'));
  }
  return finite(call, decimalLog(base, number));
}

// Turns floating-point results that are not finite into errors.

/** The work of one function on an ordinary number: some tens of microseconds. */
const stepsOfFunction = 4096;

export function finite(call: BuiltinCall, result: Transcendental): Decimal {
  countSteps(stepsOfFunction);
  if (typeof result !== 'string') return boundedDecimal(call, result);
  if (result === 'too-large') return failTooManyBits(call);
  return call.fail('FloatingPointError', {
    cause: 'Floating operation resulted in Infinity or NaN',
  });
}
