import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal as DecimalJs } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readDecimal,
  roundToInteger,
  showDecimal,
} from '../../../../../src/lang/values/number/decimal.ts';
import { showDecimalValue } from '../../../../../src/lang/values/text/show.ts';
import {
  decimalExp,
  decimalLn,
  decimalLog,
  decimalPower,
  decimalSqrt,
  type Transcendental,
} from '../../../../../src/lang/values/number/transcendental.ts';
import { Decimal } from '../../../../../src/lang/values/value.ts';
import { skipped } from '../../../../support/skipped.ts';

const operations = new Map<string, (...args: [Decimal, Decimal]) => Transcendental>([
  ['exp', (value) => decimalExp(value)],
  ['ln', (value) => decimalLn(value)],
  ['sqrt', (value) => decimalSqrt(value)],
  ['log', decimalLog],
  ['^', decimalPower],
]);

function compute(operator: string, ...args: readonly string[]): string {
  const [first, second] = args.map((arg) => readDecimal(arg));
  const operation = operations.get(operator);
  if (operation === undefined || first === undefined) throw new Error(`bad case ${operator}`);
  const result = operation(first, second ?? first);
  return typeof result === 'string' ? result : showDecimalValue(result);
}

const rootOfTwo = '1.4142135623730951454746218587388284504413604736328125';

describe('correctly rounded at 53 bits', () => {
  it.each([
    ['exp 0.1', '1.10517091807564771244187795673497021198272705078125'],
    ['exp 1.0', '2.718281828459045090795598298427648842334747314453125'],
    ['exp -1', '0.367879441171442334024277442949824035167694091796875'],
    ['exp 2', '7.3890560989306504069418224389664828777313232421875'],
    ['exp 100', '26881171418161356094253400435962903554686976.0'],
    ['exp -1000', '0.0'],
    ['exp 0', '1.0'],
    ['ln 2', '0.69314718055994528622676398299518041312694549560546875'],
    ['ln 10', '2.30258509299404590109361379290930926799774169921875'],
    ['ln 1', '0.0'],
    ['log 2.0 8', '3.0'],
    ['log 2.0 10.0', '3.32192809488736262579777758219279348850250244140625'],
    ['log 10.0 1000', '2.999999999999999555910790149937383830547332763671875'],
    ['sqrt 2.0', rootOfTwo],
    ['sqrt 0.01', '0.1000000000000000055511151231257827021181583404541015625'],
    ['sqrt 12345678901234567890', '3513641828.820144176483154296875'],
    ['^ 2.0 0.5', rootOfTwo],
    ['^ 1.1 10', '2.59374246010000231166259254678152501583099365234375'],
    ['^ 10.0 -3', '0.001000000000000000020816681711721685132943093776702880859375'],
    ['^ 1.0001 365', '1.0371724113025477809202357093454338610172271728515625'],
  ])('%s', (call, expected) => {
    expect(compute(...(call.split(' ') as [string]))).toBe(expected);
  });
});

describe('exact powers, some of which are between two results', () => {
  it.each([
    ['^ 4.0 0.5', '2.0'],
    ['^ 0.25 -0.5', '2.0'],
    ['^ 2.25 1.5', '3.375'],
    ['^ 6561.0 0.125', '3.0'],
    ['^ -2.0 3', '-8.0'],
    ['^ -2.0 -1', '-0.5'],
    // 3^34 has 54 bits and is odd: a tie, which rounds down to the even mantissa here.
    ['^ 3 34', '16677181699666568.0'],
    ['^ 9007199254740993.0 1', '9007199254740992.0'],
    ['^ 2.0 -200', `0.${(5n ** 200n).toString().padStart(200, '0')}`],
    ['^ 0.0 0', '1.0'],
    ['^ 0.0 2.5', '0.0'],
    ['^ 1.0 1e200', '1.0'],
  ])('%s', (call, expected) => {
    expect(compute(...(call.split(' ') as [string]))).toBe(expected);
  });
});

describe('rejects at once arguments with no result, or with an absurdly large one', () => {
  it.each([
    ['exp 744261118', 'infinity'],
    ['exp 744261117', 'too-large'],
    ['exp 1e300', 'infinity'],
    ['exp -1e300', '0.0'],
    ['exp 1e-250', '1.0'],
    ['ln 0', 'negative-infinity'],
    ['ln -1', 'not-a-number'],
    ['sqrt -1', 'not-a-number'],
    ['sqrt 0', '0.0'],
    ['log 0 5', '0.0'],
    ['log 1 5', 'infinity'],
    ['log 1 1', 'not-a-number'],
    ['^ 0.0 -1', 'infinity'],
    ['^ -2.0 0.5', 'not-a-number'],
    ['^ 1.0000001 1e300', 'infinity'],
    ['^ 0.9999999 1e300', '0.0'],
    ['^ 2.0 1e300', 'infinity'],
    ['^ 0.5 1e300', '0.0'],
    ['^ -2.0 1e300', 'infinity'],
    ['^ -3.0 99999999999999', 'negative-infinity'],
    ['^ 1.1 1e-200', '1.0'],
  ])('%s', (call, expected) => {
    expect(compute(...(call.split(' ') as [string]))).toBe(expected);
  });

  it('accepts a mantissa of a hundred thousand digits', () => {
    const digits = '7'.repeat(100_000);
    expect(compute('ln', digits)).toMatch(/^230258\.25/);
    expect(compute('sqrt', digits)).toHaveLength(50_002);
  });
});

describe('compared with decimal.js at 80 digits', () => {
  const Oracle = DecimalJs.clone({ precision: 80, minE: -9e15, maxE: 9e15 });
  /** Returns the double nearest to a positive oracle number, by scaling it to 53 bits. */
  const nearestDouble = (value: DecimalJs): number => {
    let exponent = Math.floor(value.log(2).toNumber());
    if (value.lt(new Oracle(2).pow(exponent))) exponent--;
    const scaled = value.div(new Oracle(2).pow(exponent - 52)).toDecimalPlaces(0, 6);
    return Number(scaled.toFixed()) * 2 ** (exponent - 52);
  };
  const text = (value: string): string => (value.includes('.') ? value : `${value}.0`);
  // Doubles whose exact decimals have at most 255 places.
  const small = fc.double({ min: 2 ** -30, max: 2 ** 30, noNaN: true });

  it('exp, ln, sqrt', () => {
    fc.assert(
      fc.property(small, fc.double({ min: -40, max: 40, noNaN: true }), (x, y) => {
        fc.pre(x !== 1 && Math.abs(y) > 2 ** -60);
        const root = nearestDouble(new Oracle(exact(x)).sqrt());
        expect(compute('sqrt', exact(x))).toBe(text(exact(root)));
        const power = nearestDouble(new Oracle(exact(y)).exp());
        expect(compute('exp', exact(y))).toBe(text(exact(power)));
        const logarithm = new Oracle(exact(x)).ln();
        const nearest = nearestDouble(logarithm.abs());
        expect(compute('ln', exact(x))).toBe(text(exact(logarithm.isNeg() ? -nearest : nearest)));
      }),
      { numRuns: 60 },
    );
  });

  it('powers', () => {
    const base = fc.double({ min: 0.01, max: 100, noNaN: true });
    fc.assert(
      fc.property(base, fc.double({ min: -10, max: 10, noNaN: true }), (x, y) => {
        fc.pre(x !== 1 && Math.abs(y) > 2 ** -20);
        const power = new Oracle(exact(y)).times(new Oracle(exact(x)).ln()).exp();
        expect(compute('^', exact(x), exact(y))).toBe(text(exact(nearestDouble(power))));
      }),
      { numRuns: 60 },
    );
  });
});

/** Returns all digits of a double. */
function exact(value: number): string {
  let scaled = value;
  let places = 0;
  for (; !Number.isInteger(scaled); scaled *= 2) places++;
  return showDecimal(new Decimal(BigInt(scaled) * 5n ** BigInt(places), places));
}

const reference = process.env['PACT_REFERENCE'] ?? '';
const script = join(reference, 'pact-tests/pact-tests/ops.repl');

const isAbsent = reference === '' || !existsSync(script);

describe.skipIf(isAbsent)(
  `expectations of the reference (PACT_REFERENCE: ${skipped(isAbsent, 2)})`,
  () => {
    // One expectation for each line: a number, and a call on numbers.
    const pattern =
      /^\(expect "[^"]*" (-?[0-9.]+) \((exp|ln|log|sqrt|\^) (-?[0-9.]+)(?: (-?[0-9.]+))?\)\)/;
    const cases = readFileSync(existsSync(script) ? script : '/dev/null', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const match = pattern.exec(line.trim());
        return match === null
          ? []
          : [match.slice(1) as [string, string, string, string | undefined]];
      });

    it('are found', () => {
      expect(cases.length).toBeGreaterThan(100);
    });

    it('are met', () => {
      for (const [expected, operator, first, second] of cases) {
        const args = second === undefined ? [first] : [first, second];
        const integers = args.every((arg) => !arg.includes('.'));
        // Powers of integers are integers, which are computed differently.
        if (operator === '^' && integers) continue;
        const result = compute(operator, ...args);
        if (operator === 'log' && integers) {
          const rounded = roundToInteger(readDecimal(result) as Decimal, 'half-even');
          expect([operator, ...args, rounded.toString()]).toEqual([operator, ...args, expected]);
        } else expect([operator, ...args, result]).toEqual([operator, ...args, expected]);
      }
    });
  },
);
