// The limits on what one builtin may build, at the limit and one above; absurd sizes fail at once.

import { describe, expect, it } from 'vitest';
import {
  maxCoordinateLength,
  maxIntegerBits,
  maxListLength,
  maxTextLength,
  maxTimeFormatLength,
} from '../../../../src/lang/state/limits.ts';
import {
  Decimal,
  ListValue,
  objectValue,
  TimeValue,
  type PactValue,
} from '../../../../src/lang/values/value.ts';
import { callBuiltin, valueOfBuiltin, valueWithGas } from '../../../support/builtin-call.ts';

const { unmetered: listLength } = maxListLength;
const { unmetered: textLength } = maxTextLength;

const list = (...items: readonly PactValue[]): ListValue => new ListValue(items);
const bits = BigInt(maxIntegerBits);

const tooManyBits = `Arithmetic exception: integer of more than ${maxIntegerBits} bits`;
const tooLong = `string of more than ${textLength} characters`;
const tooMany = `list of more than ${listLength} elements`;

describe('integers', () => {
  const largest = (1n << bits) - 1n;

  it('have at most this number of bits', () => {
    expect(callBuiltin('=', valueOfBuiltin('shift', 1n, bits - 1n), 1n << (bits - 1n))).toBe(
      'true',
    );
    expect(callBuiltin('shift', 1n, bits)).toBe(tooManyBits);
    expect(callBuiltin('shift', -1n, bits)).toBe(tooManyBits);
    expect(callBuiltin('^', 2n, bits)).toBe(tooManyBits);
    expect(callBuiltin('*', largest, 2n)).toBe(tooManyBits);
    expect(callBuiltin('*', new Decimal(largest, 0), 16n)).toBe(tooManyBits);
    expect(callBuiltin('round-prec', new Decimal(largest, 0), 1n)).toBe(tooManyBits);
    expect(callBuiltin('days', largest)).toBe(tooManyBits);
  });

  it.each([
    ['shift', [1n, 1_000_000_000n], tooManyBits],
    ['shift', [0n, 1_000_000_000n], '0'],
    ['shift', [1n, -1_000_000_000n], '0'],
    ['shift', [-1n, -1_000_000_000n], '-1'],
    ['shift', [1n, (1n << 64n) + 1n], '2'],
    ['shift', [5n, -(1n << 63n)], '0'],
    ['^', [2n, 1_000_000_000n], tooManyBits],
    ['^', [3n, 10n ** 30n], tooManyBits],
    ['^', [1n, 10n ** 30n], '1'],
    ['^', [-1n, 10n ** 30n + 1n], '-1'],
    ['^', [0n, 10n ** 30n], '0'],
    ['^', [new Decimal(2n, 0), 100_000_000n], tooManyBits],
    ['exp', [100_000_000n], tooManyBits],
  ] as const)('%s of %o ends at once', (builtin, args, gives) => {
    expect(callBuiltin(builtin, ...args)).toBe(gives);
  });
});

describe('lists', () => {
  const half = list(...new Array<PactValue>(1000).fill(true));

  it('have at most this number of elements', () => {
    const length = BigInt(listLength);
    expect(callBuiltin('length', valueOfBuiltin('enumerate', 1n, length))).toBe(`${listLength}`);
    expect(callBuiltin('enumerate', 0n, length)).toContain(tooMany);
    expect(callBuiltin('enumerate-step', 0n, 2n * length, 2n)).toContain(tooMany);
    expect(callBuiltin('make-list', length + 1n, 'a')).toContain(tooMany);
    const long = new ListValue(new Array<PactValue>(listLength - 999).fill(true));
    expect(callBuiltin('+', long, half)).toContain(tooMany);
    expect(callBuiltin('str-to-list', 'a'.repeat(listLength + 1))).toContain(tooMany);
  });

  it.each([
    ['make-list', [10n ** 30n, 0n]],
    ['make-list', [1n << 64n, 0n]],
    ['enumerate', [0n, 10n ** 30n]],
    ['enumerate', [10n ** 30n, 0n]],
  ] as const)('%s of %o ends at once', (builtin, args) => {
    expect(callBuiltin(builtin, ...args)).toContain(tooMany);
  });

  it('may have a negative length, which gives an empty list', () => {
    expect(callBuiltin('make-list', -(10n ** 30n), 0n)).toBe('[]');
  });
});

describe('strings', () => {
  const longest = 'a'.repeat(textLength);

  it('have at most this number of characters', () => {
    expect(callBuiltin('length', valueOfBuiltin('+', longest.slice(1), 'b'))).toBe(`${textLength}`);
    expect(callBuiltin('+', longest, 'b')).toContain(tooLong);
    expect(callBuiltin('concat', list(longest, 'b'))).toContain(tooLong);
    expect(callBuiltin('format', '{}b', list(longest))).toContain(tooLong);
    expect(callBuiltin('show', longest)).toContain(tooLong);
    expect(callBuiltin('base64-encode', longest)).toContain(tooLong);
  });

  it('may be longer if gas pays for them', () => {
    expect(valueWithGas('+', longest, 'b')).toBe(`${longest}b`);
    expect(() => valueWithGas('+', 'a'.repeat(maxTextLength.metered), 'b')).toThrow(
      'string of more than',
    );
  });

  it('are not built from values that share their parts 2^60 times', () => {
    let value: PactValue = 'leaf';
    for (let i = 0; i < 60; i++) value = list(value, value);
    expect(callBuiltin('show', value)).toContain(tooLong);
    expect(callBuiltin('format', '{}', list(value))).toContain(tooLong);
    expect(callBuiltin('hash', value)).toContain(tooLong);
    expect(callBuiltin('=', value, value)).toBe('true');
    expect(callBuiltin('contains', value, list(value))).toBe('true');
    expect(callBuiltin('distinct', list(value, value))).toContain('leaf');
  });
});

it('time formats have at most this number of characters', () => {
  const format = '%c'.repeat(maxTimeFormatLength / 2);
  const time = new TimeValue(0n);
  expect(callBuiltin('length', valueOfBuiltin('format-time', format, time))).toMatch(/^\d+$/);
  expect(callBuiltin('format-time', `${format}!`, time)).toContain('format of more than');
  expect(callBuiltin('parse-time', `${format}!`, '')).toContain('format of more than');
});

it('coordinates of points have at most this number of elements', () => {
  const point = (length: number) => {
    const coordinate = list(...new Array<PactValue>(length).fill(1n));
    return objectValue([
      ['x', coordinate],
      ['y', coordinate],
    ]);
  };
  expect(callBuiltin('scalar-mult', 'g2', point(maxCoordinateLength), 2n)).toContain(
    'Point lies outside',
  );
  expect(callBuiltin('scalar-mult', 'g2', point(maxCoordinateLength + 1), 2n)).toContain(
    'coordinate of more than',
  );
});

it('points outside the curve are refused in both groups', () => {
  const point = (x: PactValue): PactValue =>
    objectValue([
      ['x', x],
      ['y', x],
    ]);
  for (const [group, outside] of [
    ['g1', point(5n)],
    ['g2', point(list(5n, 5n))],
  ] as const) {
    expect(callBuiltin('scalar-mult', group, outside, 2n)).toContain('Point lies outside');
    expect(callBuiltin('point-add', group, outside, outside)).toContain('Point lies outside');
  }
  // A coordinate of the other group's shape is no point at all.
  for (const [group, other] of [
    ['g1', point(list(5n, 5n))],
    ['g2', point(5n)],
  ] as const) {
    expect(callBuiltin('scalar-mult', group, other, 2n)).toContain('scalar-mult with argument(s)');
    expect(callBuiltin('point-add', group, other, other)).toContain('point-add with argument(s)');
  }
});
