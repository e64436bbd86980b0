import { Decimal as DecimalJs } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  decimalFromRational,
  decimalFromScientific,
  divideDecimals,
  equalDecimals,
  maxPlaces,
  multiplyDecimals,
  negateDecimal,
  normalizeDecimal,
  parseNumber,
  readDecimal,
  roundScientific,
  roundToInteger,
  roundToPlaces,
  showDecimal,
  subtractDecimals,
} from '../../../../../src/lang/values/number/decimal.ts';
import { Decimal } from '../../../../../src/lang/values/value.ts';
import { decimal } from '../arbitrary-values.ts';

const of = (text: string): Decimal => {
  const read = readDecimal(text);
  if (read === undefined) throw new Error(`no decimal: ${text}`);
  return read;
};

const thirds = '3'.repeat(255);

describe('arithmetic and its visible places', () => {
  it.each([
    ['1.5 + 2.25', addDecimals, '3.75'],
    ['1.50 + 2', addDecimals, '3.50'],
    ['1.5 + 0.000', addDecimals, '1.5'],
    ['0.000 + 1.5', addDecimals, '1.5'],
    ['0.0 + 0.00', addDecimals, '0.00'],
    ['0.00 + 0.0', addDecimals, '0.0'],
    ['1.50 + -1.50', addDecimals, '0.00'],
    ['0.000 - 1.5', subtractDecimals, '-1.5'],
    ['1.5 - 0.000', subtractDecimals, '1.5'],
    ['0.00 - 0.0', subtractDecimals, '0.0'],
    ['3 - 1.25', subtractDecimals, '1.75'],
    ['1.50 * 2.0', multiplyDecimals, '3'],
    ['0.1 * 0.1', multiplyDecimals, '0.01'],
    ['0.000 * 7.5', multiplyDecimals, '0'],
    ['1.5 / 0.25', divideDecimals, '6'],
    ['1 / 3', divideDecimals, `0.${thirds}`],
    ['-1 / 3', divideDecimals, `-0.${thirds}`],
    ['1 / -8', divideDecimals, '-0.125'],
    ['2 / 3', divideDecimals, `0.${'6'.repeat(254)}7`],
    ['100 / 0.1', divideDecimals, '1000'],
  ])('%s', (sum, operation, expected) => {
    const [left, , right] = sum.split(' ') as [string, string, string];
    expect(showDecimal(operation(of(left), of(right)))).toBe(expected);
  });

  it('rounds a product half-even at 255 places', () => {
    const tiny = new Decimal(5n, 200);
    expect(multiplyDecimals(tiny, new Decimal(1n, 56))).toEqual(new Decimal(0n, 0));
    expect(multiplyDecimals(new Decimal(15n, 200), new Decimal(1n, 56))).toEqual(
      new Decimal(2n, maxPlaces),
    );
    expect(multiplyDecimals(new Decimal(-25n, 200), new Decimal(1n, 56))).toEqual(
      new Decimal(-2n, maxPlaces),
    );
  });

  it.each([
    ['2.5', 'half-even', 2n],
    ['3.5', 'half-even', 4n],
    ['-2.5', 'half-even', -2n],
    ['-3.5', 'half-even', -4n],
    ['2.51', 'half-even', 3n],
    ['-1.5', 'ceiling', -1n],
    ['1.5', 'ceiling', 2n],
    ['-1.5', 'floor', -2n],
    ['1.5', 'floor', 1n],
    ['7.00', 'floor', 7n],
    ['-7.00', 'ceiling', -7n],
  ] as const)('rounds %s (%s)', (text, rounding, expected) => {
    expect(roundToInteger(of(text), rounding)).toBe(expected);
  });

  it.each([
    ['0.125', 2, 'half-even', '0.12'],
    ['1.005', 2, 'half-even', '1.00'],
    ['1.5', 3, 'half-even', '1.500'],
    ['-1.55', 1, 'floor', '-1.6'],
    ['-1.55', 1, 'ceiling', '-1.5'],
    ['0.0', 4, 'floor', '0.0000'],
    ['12.34', 0, 'ceiling', '13'],
  ] as const)('rounds %s to %i places (%s)', (text, places, rounding, expected) => {
    expect(showDecimal(roundToPlaces(of(text), places, rounding))).toBe(expected);
  });

  it('compares by number, whatever the places', () => {
    expect(equalDecimals(of('1.0'), of('1.00'))).toBe(true);
    expect(compareDecimals(of('-1.01'), of('-1'))).toBeLessThan(0);
    expect(compareDecimals(of('10'), of('9.99'))).toBeGreaterThan(0);
  });
});

describe('decimals as text', () => {
  it.each([
    ['1.500', new Decimal(1500n, 3)],
    ['-0.05', new Decimal(-5n, 2)],
    [' +7 ', new Decimal(7n, 0)],
    ['1.2e1', new Decimal(12n, 0)],
    ['1.2E3', new Decimal(1200n, 0)],
    ['12e-3', new Decimal(12n, 3)],
    ['1e-256', undefined],
    ['1e1000000000', undefined],
    ['1.', undefined],
    ['.5', undefined],
    ['', undefined],
    ['1e', undefined],
  ])('reads %j', (text, expected) => {
    expect(readDecimal(text)).toEqual(expected);
  });

  it.each([
    ['-12', { kind: 'integer', value: -12n }],
    ['1.50', { kind: 'decimal', value: new Decimal(150n, 2) }],
    [`0.${'1'.repeat(256)}`, undefined],
    ['1.5\n', undefined],
    ['+1', undefined],
    ['1e3', undefined],
    ['', undefined],
  ])('parses the literal %j', (text, expected) => {
    expect(parseNumber(text)).toEqual(expected);
  });

  it.each([
    [150n, -2, new Decimal(15n, 1)],
    [15n, 3, new Decimal(15000n, 0)],
    [1n, -1_000_000_000, new Decimal(0n, 0)],
    [15n, -256, new Decimal(2n, 255)],
    [0n, 1_000_000_000_000, new Decimal(0n, 0)],
    [1n, 1_000_000_000_000, undefined],
  ])('takes %s e %s', (coefficient, exponent, expected) => {
    expect(decimalFromScientific(coefficient, exponent)).toEqual(expected);
  });

  it.each([
    [25n, -1, 2n],
    [35n, -1, 4n],
    [-25n, -1, -2n],
    [250000000000000000001n, -20, 3n],
    [5n, -1, 0n],
    [7n, 2, 700n],
  ])('rounds %s e %s to an integer', (coefficient, exponent, expected) => {
    expect(roundScientific(coefficient, exponent)).toBe(expected);
  });
});

describe('compared with decimal.js', () => {
  const Oracle = DecimalJs.clone({ precision: 2000, rounding: 6, toExpNeg: -9e15, toExpPos: 9e15 });
  const toOracle = (value: Decimal): DecimalJs => new Oracle(showDecimal(value));
  const same = (value: Decimal, expected: DecimalJs): void => {
    expect(toOracle(value).eq(expected.toDecimalPlaces(maxPlaces))).toBe(true);
  };

  it('adds, subtracts, multiplies, compares', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        same(addDecimals(left, right), toOracle(left).plus(toOracle(right)));
        same(subtractDecimals(left, right), toOracle(left).minus(toOracle(right)));
        same(multiplyDecimals(left, right), toOracle(left).times(toOracle(right)));
        expect(Math.sign(compareDecimals(left, right))).toBe(toOracle(left).cmp(toOracle(right)));
        expect(subtractDecimals(left, right)).toEqual(
          left.mantissa === 0n || right.mantissa !== 0n
            ? addDecimals(left, negateDecimal(right))
            : left,
        );
      }),
    );
  });

  it('divides', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        fc.pre(right.mantissa !== 0n);
        same(divideDecimals(left, right), toOracle(left).div(toOracle(right)));
      }),
    );
  });

  it('rounds', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 255 }), (value, places) => {
        const modes = [
          ['half-even', 6],
          ['floor', 3],
          ['ceiling', 2],
        ] as const;
        for (const [rounding, mode] of modes) {
          const rounded = roundToPlaces(value, places, rounding);
          expect(rounded.places).toBe(places);
          expect(toOracle(rounded).eq(toOracle(value).toDecimalPlaces(places, mode))).toBe(true);
        }
      }),
    );
  });

  it('normalizes to the fewest places', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 100 }), (value, zeros) => {
        const places = Math.min(maxPlaces, value.places + zeros);
        const padded = roundToPlaces(value, places, 'floor');
        const normalized = normalizeDecimal(padded);
        expect(equalDecimals(normalized, value)).toBe(true);
        expect(normalized.places === 0 || normalized.mantissa % 10n !== 0n).toBe(true);
        expect(decimalFromRational(value.mantissa, 10n ** BigInt(value.places))).toEqual(
          normalizeDecimal(value),
        );
      }),
    );
  });
});
