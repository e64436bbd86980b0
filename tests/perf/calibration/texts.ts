// Strings: the size is a number of characters, unless the shape says otherwise.

import { calibrations, decimal, each, integer, type Calibration } from './program.ts';

const plain = (size: number): string => 'x'.repeat(size);
const wide = (size: number): string => '€'.repeat(size);
const astral = (size: number): string => '😀'.repeat(size);
const nested = (size: number): string =>
  `(defconst a (fold (lambda (inner x) [inner]) [] (enumerate 1 ${size})))`;

/** The same call on strings that JavaScript stores in different ways. */
const ofTexts = (call: string) => ({
  'ascii string': (size: number) => ({ data: { a: plain(size) }, call }),
  'string of the basic plane': (size: number) => ({ data: { a: wide(size) }, call }),
  'string beyond the basic plane': (size: number) => ({ data: { a: astral(size) }, call }),
});

export const texts: readonly Calibration[] = [
  ...calibrations('+', {
    ...ofTexts('(+ a a)'),
    'string built letter by letter': (size) => `(length (fold (+) "" (make-list ${size} "x")))`,
    'wide string built letter by letter': (size) =>
      `(length (fold (+) "" (make-list ${size} "€")))`,
    'list built one by one': (size) =>
      `(length (fold (lambda (l x) (+ l [x])) [] (enumerate 1 ${size})))`,
    lists: (size) => ({ setup: `(defconst a (enumerate 1 ${size}))`, call: '(+ a a)' }),
    'list and empty list': (size) => ({
      setup: `(defconst a (make-list ${size} true))`,
      call: '(+ a [])',
    }),
  }),
  ...calibrations('length', {
    ...ofTexts('(length a)'),
    list: (size) => ({ setup: `(defconst a (enumerate 1 ${size}))`, call: '(length a)' }),
    'string joined on the way': (size) => ({ data: { a: wide(size) }, call: '(length (+ a a))' }),
  }),
  ...each(['take', 'drop'], (builtin) =>
    calibrations(builtin, {
      ...ofTexts(`(${builtin} 1 a)`),
      'ends of a string': (size) => ({ data: { a: wide(size) }, call: `(${builtin} -1 a)` }),
      'ends of a string beyond the basic plane': (size) => ({
        data: { a: astral(size) },
        call: `(${builtin} -1 a)`,
      }),
      'half of a string': (size) => ({
        data: { a: astral(size) },
        call: `(${builtin} ${Math.ceil(size / 2)} a)`,
      }),
      'count beyond the end': (size) => `(${builtin} -${size} "x")`,
      'front of a list': (size) => ({
        setup: `(defconst a (enumerate 1 ${size}))`,
        call: `(${builtin} 1 a)`,
      }),
      'end of a list': (size) => ({
        setup: `(defconst a (enumerate 1 ${size}))`,
        call: `(${builtin} -1 a)`,
      }),
      'half of a list': (size) => ({
        setup: `(defconst a (enumerate 1 ${size}))`,
        call: `(${builtin} ${Math.ceil(size / 2)} a)`,
      }),
      'list consumed from the front': (size) =>
        `(length (fold (lambda (l x) (${builtin === 'drop' ? 'drop 1' : `take -${size}`} l)) (make-list ${size} 0) (make-list ${size} 0)))`,
    }),
  ),
  ...calibrations('reverse', {
    ...ofTexts('(reverse a)'),
    list: (size) => ({ setup: `(defconst a (enumerate 1 ${size}))`, call: '(reverse a)' }),
  }),
  ...calibrations('contains', {
    ...ofTexts('(contains "y" a)'),
    'pattern at the end': (size) => ({
      data: { a: `${plain(size)}y`, b: `${plain(Math.ceil(size / 2))}y` },
      call: '(contains b a)',
    }),
    'pattern that nearly fits everywhere': (size) => ({
      data: { a: plain(size), b: `${plain(size >> 2)}y${plain(size >> 2)}` },
      call: '(contains b a)',
    }),
    'wide pattern that nearly fits everywhere': (size) => ({
      data: { a: wide(size), b: `y${wide(size >> 1)}` },
      call: '(contains b a)',
    }),
  }),
  ...calibrations('concat', {
    letters: (size) => ({ setup: `(defconst a (make-list ${size} "x"))`, call: '(concat a)' }),
    'letters, then looked at': (size) => ({
      setup: `(defconst a (make-list ${size} "€"))`,
      call: '(length (concat a))',
    }),
    'empty strings': (size) => ({
      setup: `(defconst a (make-list ${size} ""))`,
      call: '(concat a)',
    }),
    'one long string': (size) => ({ data: { a: [astral(size)] }, call: '(concat a)' }),
  }),
  ...calibrations('str-to-list', ofTexts('(str-to-list a)')),
  ...calibrations('is-charset', {
    ...ofTexts('(is-charset 1 a)'),
  }),
  ...calibrations('base64-encode', ofTexts('(base64-encode a)')),
  ...calibrations('base64-decode', {
    letters: (size) => ({
      data: { a: 'eHh4'.repeat(Math.ceil(size / 4)) },
      call: '(base64-decode a)',
    }),
    'padding that is no padding': (size) => ({
      data: { a: '='.repeat(size) },
      call: '(base64-decode a)',
    }),
    'not base64': (size) => ({ data: { a: wide(size) }, call: '(base64-decode a)' }),
  }),
  ...calibrations('hash', {
    ...ofTexts('(hash a)'),
    integer: (size) => ({ data: { a: integer(size) }, call: '(hash a)' }),
    decimal: (size) => ({ data: { a: decimal(size) }, call: '(hash a)' }),
    'list of integers': (size) => ({
      setup: `(defconst a (enumerate 1 ${size}))`,
      call: '(hash a)',
    }),
    'list of bools': (size) => ({
      setup: `(defconst a (make-list ${size} true))`,
      call: '(hash a)',
    }),
    'list of strings with escapes': (size) => ({
      setup: `(defconst a (make-list ${size} "\\"\\\\\\n"))`,
      call: '(hash a)',
    }),
    'list of decimals': (size) => ({
      setup: `(defconst a (make-list ${size} 1.25))`,
      call: '(hash a)',
    }),
    'list of times': (size) => ({
      setup: `(defconst a (make-list ${size} (time "2016-07-22T11:26:35Z")))`,
      call: '(hash a)',
    }),
    'nested lists': (size) => ({ setup: nested(size), call: '(hash a)' }),
    fields: (size) => ({
      data: { a: Object.fromEntries(names(size).map((name) => [name, true])) },
      call: '(hash a)',
    }),
  }),
  ...calibrations('show', {
    ...ofTexts('(show a)'),
    'string of control characters': (size) => ({
      data: { a: '\u0001'.repeat(size) },
      call: '(show a)',
    }),
    integer: (size) => ({ data: { a: integer(size) }, call: '(show a)' }),
    decimal: (size) => ({ data: { a: decimal(size) }, call: '(show a)' }),
    'list of integers': (size) => ({
      setup: `(defconst a (enumerate 1 ${size}))`,
      call: '(show a)',
    }),
    'list of bools': (size) => ({
      setup: `(defconst a (make-list ${size} true))`,
      call: '(show a)',
    }),
    'list of times': (size) => ({
      setup: `(defconst a (make-list ${size} (time "2016-07-22T11:26:35Z")))`,
      call: '(show a)',
    }),
    'nested lists': (size) => ({ setup: nested(size), call: '(show a)' }),
    fields: (size) => ({
      data: { a: Object.fromEntries(names(size).map((name) => [name, true])) },
      call: '(show a)',
    }),
  }),
  ...calibrations('format', {
    'template without gaps': (size) => ({ data: { a: wide(size) }, call: '(format a [])' }),
    'template of gaps': (size) => ({
      data: { a: '{}'.repeat(size) },
      setup: `(defconst b (make-list ${size} "y"))`,
      call: '(format a b)',
    }),
    'gaps for integers': (size) => ({
      data: { a: '{}'.repeat(size) },
      setup: `(defconst b (make-list ${size} 1))`,
      call: '(format a b)',
    }),
    'gaps and too few values': (size) => ({
      data: { a: '{}'.repeat(size) },
      call: '(format a [])',
    }),
    'one long value': (size) => ({
      setup: `(defconst b [(enumerate 1 ${size})])`,
      call: '(format "{}" b)',
    }),
    'one long string': (size) => ({ data: { a: [astral(size)] }, call: '(format "{}" a)' }),
    'values that are not used': (size) => ({
      setup: `(defconst b (make-list ${size} 1))`,
      call: '(format "{}" b)',
    }),
  }),
  ...each(['is-principal', 'typeof-principal'], (builtin) =>
    calibrations(builtin, {
      ...ofTexts(`(${builtin} a)`),
      'key of that length': (size) => ({
        data: { a: `k:${'f'.repeat(size)}` },
        call: `(${builtin} a)`,
      }),
      'keyset of that predicate': (size) => ({
        data: { a: `w:${'A'.repeat(43)}:${plain(size)}` },
        call: `(${builtin} a)`,
      }),
      'user guard of that name': (size) => ({
        data: { a: `u:${plain(size)}.f:${'A'.repeat(43)}` },
        call: `(${builtin} a)`,
      }),
    }),
  ),
];

/** Returns this number of distinct field names. */
export function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `f${i}`);
}
