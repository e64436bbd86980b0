// Arithmetic: the size is a number of decimal digits, unless the shape says otherwise.

import { calibrations, decimal, digits, each, integer, upTo, type Calibration } from './program.ts';

const two = (size: number) => ({ a: integer(size), b: integer(Math.ceil(size / 2)) });
const twoDecimals = (size: number) => ({ a: decimal(size), b: decimal(Math.ceil(size / 2)) });

export const numbers: readonly Calibration[] = [
  ...each(['+', '-', '*', '/'], (builtin) =>
    calibrations(builtin, {
      integers: (size) => ({ data: two(size), call: `(${builtin} a b)` }),
      'equal lengths': (size) => ({
        data: { a: integer(size), b: integer(size) + 1n },
        call: `(${builtin} a b)`,
      }),
      'short and long integer': (size) => ({
        data: { a: 7n, b: integer(size) },
        call: `(${builtin} a b)`,
      }),
      'negative integers': (size) => ({
        data: { a: -integer(size), b: -integer(Math.ceil(size / 2)) },
        call: `(${builtin} a b)`,
      }),
      decimals: (size) => ({ data: twoDecimals(size), call: `(${builtin} a b)` }),
      'negative decimals': (size) => ({
        data: { a: { decimal: `-${digits(size)}.3` }, b: { decimal: `-${digits(size)}.7` } },
        call: `(${builtin} a b)`,
      }),
      'integer and decimal': (size) => ({
        data: { a: integer(size), b: { decimal: '0.7' } },
        call: `(${builtin} a b)`,
      }),
      'decimals with trailing zeros': (size) => ({
        data: { a: { decimal: `1${'0'.repeat(size)}.5` }, b: { decimal: '2.0' } },
        call: `(${builtin} a b)`,
      }),
    }),
  ),
  ...each(['mod', '&', '|', 'xor'], (builtin) =>
    calibrations(builtin, {
      integers: (size) => ({ data: two(size), call: `(${builtin} a b)` }),
      'negative integers': (size) => ({
        data: { a: -integer(size), b: -integer(Math.ceil(size / 2)) },
        call: `(${builtin} a b)`,
      }),
    }),
  ),
  ...calibrations('~', { integer: (size) => ({ data: { a: integer(size) }, call: '(~ a)' }) }),
  ...each(['abs', 'negate'], (builtin) =>
    calibrations(builtin, {
      integer: (size) => ({ data: { a: -integer(size) }, call: `(${builtin} a)` }),
      decimal: (size) => ({
        data: { a: { decimal: `-${digits(size)}.5` } },
        call: `(${builtin} a)`,
      }),
    }),
  ),
  ...calibrations('dec', { integer: (size) => ({ data: { a: integer(size) }, call: '(dec a)' }) }),
  ...calibrations('shift', {
    'places to the left': (size) => `(shift 1 ${size})`,
    'long integer to the left': (size) => ({ data: { a: integer(size) }, call: '(shift a 1)' }),
    'long integer to the right': (size) => ({ data: { a: integer(size) }, call: '(shift a -1)' }),
    'negative integer to the right': (size) => ({
      data: { a: -integer(size) },
      call: '(shift a -3)',
    }),
  }),
  ...each(['round', 'ceiling', 'floor'], (builtin) =>
    calibrations(builtin, {
      decimal: (size) => ({ data: { a: decimal(size) }, call: `(${builtin} a)` }),
      'decimal to places': (size) => ({ data: { a: decimal(size) }, call: `(${builtin} a 100)` }),
      'decimal to more places': (size) => ({
        data: { a: { decimal: `${digits(size)}.5` } },
        call: `(${builtin} a 255)`,
      }),
    }),
  ),
  ...each(['<', '<=', '>', '>=', '=', '!='], (builtin) =>
    calibrations(builtin, {
      integers: (size) => ({
        data: { a: integer(size), b: integer(size) + 1n },
        call: `(${builtin} a b)`,
      }),
      'negative integers': (size) => ({
        data: { a: -integer(size), b: -integer(size) + 1n },
        call: `(${builtin} a b)`,
      }),
      decimals: (size) => ({
        data: { a: decimal(size), b: { decimal: `${digits(size)}.3` } },
        call: `(${builtin} a b)`,
      }),
      'decimal and short decimal': (size) => ({
        data: { a: decimal(size), b: { decimal: '0.5' } },
        call: `(${builtin} a b)`,
      }),
      'negative decimals': (size) => ({
        data: {
          a: { decimal: `-${digits(size)}.${'3'.repeat(255)}` },
          b: { decimal: `-${digits(size)}.7` },
        },
        call: `(${builtin} a b)`,
      }),
      'strings, equal but for the end': (size) => ({
        data: { a: `${'x'.repeat(size)}y`, b: `${'x'.repeat(size)}z` },
        call: `(${builtin} a b)`,
      }),
      'strings, short and long': (size) => ({
        data: { a: '', b: 'é€'.repeat(size) },
        call: `(${builtin} a b)`,
      }),
      'strings beyond the basic plane': (size) => ({
        data: { a: `${'😀'.repeat(size)}y`, b: `${'😀'.repeat(size)}z` },
        call: `(${builtin} a b)`,
      }),
    }),
  ),
  ...calibrations('^', {
    'exponent of 2': (size) => `(^ 2 ${size})`,
    'exponent of 3': (size) => `(^ 3 ${size})`,
    'long base': (size) => ({ data: { a: integer(size) }, call: '(^ a 2)' }),
    'long base to a few': (size) => ({ data: { a: integer(size) }, call: '(^ a 5)' }),
    'long negative base to 1': (size) => ({ data: { a: -integer(size) }, call: '(^ a 1)' }),
    'exponent of a decimal': (size) => `(^ 1.0000001 ${size}.5)`,
    'large decimal exponent': (size) => `(^ 9.9 ${size}.0)`,
    'negative exponent': (size) => `(^ 1.5 -${size}.25)`,
    'long decimal base': (size) => ({ data: { a: decimal(size) }, call: '(^ a 0.3)' }),
    'long decimal exponent': (size) => ({
      data: { a: { decimal: `0.${'7'.repeat(Math.min(size, 255))}` } },
      call: '(^ 1.1 a)',
    }),
  }),
  ...calibrations('exp', {
    value: (size) => `(exp ${size})`,
    'negative value': (size) => `(exp -${size}.5)`,
    'digits after the point': (size) => ({
      data: { a: { decimal: `0.${'7'.repeat(Math.min(size, 255))}` } },
      call: '(exp a)',
    }),
    'digits that make it overflow': (size) => ({
      data: { a: integer(size) },
      call: '(exp a)',
    }),
  }),
  ...each(['ln', 'sqrt'], (builtin) =>
    calibrations(builtin, {
      integer: (size) => ({ data: { a: integer(size) }, call: `(${builtin} a)` }),
      decimal: (size) => ({ data: { a: decimal(size) }, call: `(${builtin} a)` }),
      'digits after the point': (size) => ({
        data: { a: { decimal: `0.${'7'.repeat(Math.min(size, 255))}` } },
        call: `(${builtin} a)`,
      }),
      'near one': (size) => ({
        data: { a: { decimal: `1.${'0'.repeat(Math.min(size, 254))}1` } },
        call: `(${builtin} a)`,
      }),
    }),
  ),
  ...calibrations('log', {
    integer: (size) => ({ data: { a: integer(size) }, call: '(log 2 a)' }),
    'long base': (size) => ({ data: { a: integer(size) }, call: '(log a 3)' }),
    decimals: (size) => ({ data: { a: decimal(size), b: decimal(size) }, call: '(log a b)' }),
    'near one': (size) => ({
      data: { a: { decimal: `1.${'0'.repeat(Math.min(size, 254))}1` } },
      call: '(log a 3.0)',
    }),
  }),
  ...each(['days', 'hours', 'minutes'], (builtin) =>
    calibrations(builtin, {
      integer: (size) => ({ data: { a: integer(size) }, call: `(${builtin} a)` }),
      decimal: (size) => ({ data: { a: decimal(size) }, call: `(${builtin} a)` }),
    }),
  ),
  ...calibrations('int-to-str', {
    'base 10': (size) => ({ data: { a: integer(size) }, call: '(int-to-str 10 a)' }),
    'base 2': (size) => ({ data: { a: integer(size) }, call: '(int-to-str 2 a)' }),
    'base 13': (size) => ({ data: { a: integer(size) }, call: '(int-to-str 13 a)' }),
    'base 16': (size) => ({ data: { a: integer(size) }, call: '(int-to-str 16 a)' }),
    'base 64': (size) => ({ data: { a: integer(size) }, call: '(int-to-str 64 a)' }),
  }),
  ...calibrations('str-to-int', {
    'base 10': (size) => ({ data: { a: digits(size) }, call: '(str-to-int a)' }),
    'base 2': (size) => ({ data: { a: '1'.repeat(size) }, call: '(str-to-int 2 a)' }),
    'base 13': (size) => ({ data: { a: digits(size) }, call: '(str-to-int 13 a)' }),
    'base 16': (size) => ({ data: { a: 'f'.repeat(size) }, call: '(str-to-int 16 a)' }),
    'base 64': (size) => ({ data: { a: '_'.repeat(size) }, call: '(str-to-int 64 a)' }),
    'at most 512': (size) => ({
      data: { a: digits(Math.min(size, 512)) },
      call: '(str-to-int 13 a)',
    }),
  }),
];

export const times: readonly Calibration[] = [
  ...calibrations('time', {
    'text of that length': (size) => ({
      data: { a: '2016-07-22T11:26:35Z'.padEnd(size, '5') },
      call: '(time a)',
      setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
    }),
  }),
  ...calibrations('add-time', {
    'seconds of that many digits': (size) => ({
      data: { a: decimal(size) },
      setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
      call: '(add-time now a)',
    }),
    'integer of that many digits': (size) => ({
      data: { a: integer(size) },
      setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
      call: '(add-time now a)',
    }),
  }),
  ...calibrations('diff-time', {
    'days apart': (size) => ({
      setup: `(defconst now (time "2016-07-22T11:26:35Z")) (defconst then (add-time now (days ${size}.123456)))`,
      call: '(diff-time now then)',
    }),
  }),
  ...calibrations('format-time', {
    'years from now': (size) => ({
      setup: `(defconst now (add-time (time "2016-07-22T11:26:35Z") (days ${size * 365})))`,
      call: '(format-time "%Y-%m-%dT%H:%M:%S%Q" now)',
    }),
    'format of weeks': (size) => ({
      data: { a: '%G-%V'.repeat(Math.ceil(size / 5)) },
      setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
      call: '(format-time a now)',
    }),
    'format of long codes': (size) => ({
      data: { a: '%c'.repeat(Math.ceil(size / 2)) },
      setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
      call: '(format-time a now)',
    }),
    'format of letters': (size) => ({
      data: { a: 'é'.repeat(size) },
      setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
      call: '(format-time a now)',
    }),
  }),
  ...calibrations(
    'parse-time',
    {
      'format of codes': (size) => ({
        data: { a: '%Y '.repeat(Math.ceil(size / 3)), b: '2016 '.repeat(Math.ceil(size / 3)) },
        setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
        call: '(parse-time a b)',
      }),
      'format of letters': (size) => ({
        data: { a: 'x'.repeat(size) },
        setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
        call: '(parse-time a a)',
      }),
      'blanks in the text': (size) => ({
        data: { a: '%Y %m', b: `2016${' '.repeat(size)}12` },
        setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
        call: '(parse-time a b)',
      }),
      'digits in the text': (size) => ({
        data: { a: '%s', b: '1'.repeat(size) },
        setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
        call: '(parse-time a b)',
      }),
      'digits of the fraction': (size) => ({
        data: { a: '%Y%Q', b: `2016.${'1'.repeat(size)}` },
        setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
        call: '(parse-time a b)',
      }),
      'month names': (size) => ({
        data: { a: '%B'.repeat(Math.ceil(size / 2)), b: 'September'.repeat(Math.ceil(size / 2)) },
        setup: '(defconst now (time "2016-07-22T11:26:35Z"))',
        call: '(parse-time a b)',
      }),
    },
    upTo(100_000),
  ),
];
