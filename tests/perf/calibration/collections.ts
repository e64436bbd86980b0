// Lists, objects, functions on them: the size is a number of elements or fields, unless the shape says otherwise.

import { calibrations, decimal, digits, each, upTo, type Calibration } from './program.ts';
import { names } from './texts.ts';

const counted = (size: number): string => `(defconst a (enumerate 1 ${size}))`;
const bools = (size: number): string => `(defconst a (make-list ${size} false))`;
const zeros = (size: number): string => `(defconst a (make-list ${size} 0))`;
const fields = (size: number) => Object.fromEntries(names(size).map((name) => [name, true]));
const nested = (name: string, size: number, inmost: string): string =>
  `(defconst ${name} (fold (lambda (inner x) [inner]) ${inmost} (enumerate 1 ${size})))`;
const prefix = 'x'.repeat(200);
/** Shuffled by a multiplier that has no common factor with the sizes. */
const scattered = (size: number): string =>
  `(defconst a (map (lambda (n) (mod (* n 7919) ${size + 1})) (enumerate 1 ${size})))`;

export const lists: readonly Calibration[] = [
  ...calibrations('at', {
    'list, last element': (size) => ({ setup: counted(size), call: `(at ${size - 1} a)` }),
    'object, last field': (size) => ({
      data: { a: fields(size) },
      call: `(at "f${size - 1}" a)`,
    }),
    'object, long key': (size) => ({
      data: { a: { [digits(size)]: 1n }, k: digits(size) },
      call: '(at k a)',
    }),
  }),
  ...calibrations('contains', {
    'bool at the end of a list': (size) => ({ setup: bools(size), call: '(contains true a)' }),
    'integer at the end of a list': (size) => ({
      setup: counted(size),
      call: `(contains ${size} a)`,
    }),
    'string at the end of a list': (size) => ({
      setup: `(defconst a (make-list ${size} "${prefix}y"))`,
      call: `(contains "${prefix}z" a)`,
    }),
    'time in a list': (size) => ({
      setup: `(defconst now (time "2016-07-22T11:26:35Z")) (defconst a (make-list ${size} (add-time now 1)))`,
      call: '(contains now a)',
    }),
    'list in a list': (size) => ({
      setup: `(defconst a (make-list ${size} [1]))`,
      call: '(contains [2] a)',
    }),
    'integer in a list of strings': (size) => ({
      setup: `(defconst a (make-list ${size} "x"))`,
      call: '(contains 1 a)',
    }),
    'decimal in a list': (size) => ({
      data: { b: decimal(200) },
      setup: `(defconst a (make-list ${size} 0.5))`,
      call: '(contains b a)',
    }),
    'field of an object': (size) => ({ data: { a: fields(size) }, call: '(contains "none" a)' }),
  }),
  ...each(['=', '!='], (builtin) =>
    calibrations(builtin, {
      'lists of integers': (size) => ({
        setup: `${counted(size)} (defconst b (enumerate 1 ${size}))`,
        call: `(${builtin} a b)`,
      }),
      'lists of bools': (size) => ({
        setup: `${bools(size)} (defconst b (make-list ${size} false))`,
        call: `(${builtin} a b)`,
      }),
      'one list': (size) => ({ setup: bools(size), call: `(${builtin} a a)` }),
      'nested lists': (size) => ({
        setup: `${nested('a', size, 'true')} ${nested('b', size, 'false')}`,
        call: `(${builtin} a b)`,
      }),
      'one nested list twice at every level': (size) => ({
        setup: `(defconst a (fold (lambda (l x) [l l]) [] (enumerate 1 ${Math.ceil(Math.log2(size + 1))})))
          (defconst b (fold (lambda (l x) [l l]) [] (enumerate 1 ${Math.ceil(Math.log2(size + 1))})))`,
        call: `(${builtin} a b)`,
      }),
      objects: (size) => ({
        data: { a: fields(size), b: fields(size) },
        call: `(${builtin} a b)`,
      }),
      'lists of times': (size) => ({
        setup: `(defconst a (make-list ${size} (time "2016-07-22T11:26:35Z")))
          (defconst b (make-list ${size} (time "2016-07-22T11:26:35Z")))`,
        call: `(${builtin} a b)`,
      }),
      'keysets of n keys': (size) => ({
        data: {
          a: { keys: names(size), pred: 'keys-all' },
          b: { keys: names(size), pred: 'keys-all' },
        },
        call: `(${builtin} a b)`,
      }),
    }),
  ),
  ...calibrations(
    'distinct',
    {
      integers: (size) => ({ setup: counted(size), call: '(distinct a)' }),
      'equal integers': (size) => ({ setup: zeros(size), call: '(distinct a)' }),
      bools: (size) => ({ setup: bools(size), call: '(distinct a)' }),
      'strings of one prefix': (size) => ({
        setup: `(defconst a (map (lambda (n) (+ "${prefix}" (int-to-str 10 n))) (enumerate 1 ${size})))`,
        call: '(distinct a)',
      }),
      'lists of two': (size) => ({
        setup: `(defconst a (map (lambda (n) [true n]) (enumerate 1 ${size})))`,
        call: '(distinct a)',
      }),
      times: (size) => ({
        setup: `(defconst now (time "2016-07-22T11:26:35Z"))
        (defconst a (map (lambda (n) (add-time now n)) (enumerate 1 ${size})))`,
        call: '(distinct a)',
      }),
      'lists of no elements that cost': (size) => ({
        setup: `(defconst a (map (lambda (n) (make-list n true)) (enumerate 1 ${Math.ceil(Math.sqrt(size))})))`,
        call: '(distinct a)',
      }),
      'modules of one name': (size) => ({
        setup: `(defconst a (map (lambda (n) (create-user-guard (f n))) (enumerate 1 ${size})))`,
        call: '(distinct a)',
      }),
    },
    upTo(10_000),
  ).filter(({ shape }) => shape !== 'modules of one name'),
  ...calibrations('sort', {
    sorted: (size) => ({ setup: counted(size), call: '(sort a)' }),
    reversed: (size) => ({ setup: `(defconst a (enumerate ${size} 1))`, call: '(sort a)' }),
    scattered: (size) => ({ setup: scattered(size), call: '(sort a)' }),
    equal: (size) => ({ setup: zeros(size), call: '(sort a)' }),
    bools: (size) => ({ setup: bools(size), call: '(sort a)' }),
    'scattered strings of one prefix': (size) => ({
      setup: `${scattered(size)} (defconst b (map (lambda (n) (+ "${prefix}" (int-to-str 10 n))) a))`,
      call: '(sort b)',
    }),
    decimals: (size) => ({
      setup: `${scattered(size)} (defconst b (map (lambda (n) (/ n 3.0)) a))`,
      call: '(sort b)',
    }),
    times: (size) => ({
      setup: `${scattered(size)} (defconst now (time "2016-07-22T11:26:35Z"))
        (defconst b (map (lambda (n) (add-time now n)) a))`,
      call: '(sort b)',
    }),
    'lists, which have no order': (size) => ({
      setup: `(defconst a (make-list ${size} []))`,
      call: '(sort a)',
    }),
    'nested lists': (size) => ({
      setup: nested('a', size, 'true'),
      call: '(sort [a a])',
    }),
    'objects by a field': (size) => ({
      setup: `${scattered(size)} (defconst b (map (lambda (n) {"k": n}) a))`,
      call: `(sort ["k"] b)`,
    }),
    'objects by several fields': (size) => ({
      setup: `${scattered(size)} (defconst b (map (lambda (n) {"j": n, "k": "${prefix}", "l": true}) a))`,
      call: `(sort ["j" "k" "l"] b)`,
    }),
    'objects by fields that they lack': (size) => ({
      setup: `(defconst a (make-list ${size} {"a": 1})) (defconst k (make-list 50 "z"))`,
      call: '(sort k a)',
    }),
  }),
  ...calibrations('enumerate', {
    up: (size) => `(enumerate 1 ${size})`,
    down: (size) => `(enumerate ${size} 1)`,
    'with a step': (size) => `(enumerate 1 ${3 * size} 3)`,
    'long integers': (size) => ({
      data: { a: BigInt(`1${'0'.repeat(200)}`), b: BigInt(`1${'0'.repeat(200)}`) + BigInt(size) },
      call: '(enumerate a b)',
    }),
    'digits of two': (size) => ({
      data: { a: BigInt(`1${'0'.repeat(size)}`), b: BigInt(`1${'0'.repeat(size)}`) + 1n },
      call: '(enumerate a b)',
    }),
  }),
  ...calibrations('make-list', {
    bools: (size) => `(make-list ${size} true)`,
    integers: (size) => `(make-list ${size} 1)`,
    'one long list': (size) => ({ setup: counted(size), call: '(make-list 1 a)' }),
  }),
  ...calibrations('filter', {
    'all stay': (size) => ({ setup: counted(size), call: '(filter (lambda (x) true) a)' }),
    'none stays': (size) => ({ setup: counted(size), call: '(filter (< 200000) a)' }),
  }),
  ...calibrations('fold', {
    sum: (size) => ({ setup: counted(size), call: '(fold (+) 0 a)' }),
    lambda: (size) => ({ setup: counted(size), call: '(fold (lambda (sum x) sum) 0 a)' }),
  }),
  ...calibrations('map', {
    builtin: (size) => ({ setup: counted(size), call: '(map (+ 1) a)' }),
    lambda: (size) => ({ setup: counted(size), call: '(map (lambda (x) x) a)' }),
  }),
  ...calibrations('zip', {
    builtin: (size) => ({ setup: counted(size), call: '(zip (+) a a)' }),
    lambda: (size) => ({ setup: counted(size), call: '(zip (lambda (x y) x) a a)' }),
  }),
  ...calibrations('compose', {
    'list handed on': (size) => ({
      setup: counted(size),
      call: '(compose (identity) (length) a)',
    }),
    value: () => '(compose (+ 1) (* 2) 3)',
  }),
];

export const objects: readonly Calibration[] = [
  ...calibrations('+', {
    'objects of other fields': (size) => ({
      data: { a: fields(size), b: { g: true } },
      call: '(+ a b)',
    }),
    'objects of the same fields': (size) => ({ data: { a: fields(size) }, call: '(+ a a)' }),
    'object and empty object': (size) => ({ data: { a: fields(size) }, call: '(+ a {})' }),
  }),
  ...calibrations('length', {
    object: (size) => ({ data: { a: fields(size) }, call: '(length a)' }),
  }),
  ...each(['take', 'drop'], (builtin) =>
    calibrations(builtin, {
      'a field': (size) => ({ data: { a: fields(size) }, call: `(${builtin} ["f0"] a)` }),
      'no field': (size) => ({ data: { a: fields(size) }, call: `(${builtin} ["g"] a)` }),
      'all fields': (size) => ({
        data: { a: fields(size), b: names(size) },
        call: `(${builtin} b a)`,
      }),
      'keys that are missing': (size) => ({
        data: { a: { f: true }, b: names(size) },
        call: `(${builtin} b a)`,
      }),
    }),
  ),
  ...calibrations('remove', {
    'a field': (size) => ({ data: { a: fields(size) }, call: '(remove "f0" a)' }),
    'no field': (size) => ({ data: { a: fields(size) }, call: '(remove "g" a)' }),
    'the empty key': (size) => ({
      data: { a: { ...fields(size), '': true } },
      call: '(remove "" a)',
    }),
  }),
  ...calibrations('bind', {
    'a field': (size) => ({ data: { a: fields(size) }, call: '(bind a {"f0" := x} x)' }),
  }),
  ...calibrations('where', {
    'a field': (size) => ({ data: { a: fields(size) }, call: '(where "f0" (= true) a)' }),
  }),
  ...calibrations('typeof', {
    object: (size) => ({ data: { a: fields(size) }, call: '(typeof a)' }),
    list: (size) => ({ setup: counted(size), call: '(typeof a)' }),
  }),
  ...each(['identity', 'continue'], (builtin) =>
    calibrations(builtin, { list: (size) => ({ setup: counted(size), call: `(${builtin} a)` }) }),
  ),
  ...each(['and?', 'or?'], (builtin) =>
    calibrations(builtin, { value: () => `(${builtin} (< 1) (> 1) 1)` }, [1]),
  ),
  ...calibrations('not?', { value: () => '(not? (< 1) 1)' }, [1]),
  ...calibrations('not', { value: () => '(not true)' }, [1]),
  ...calibrations(
    'cond',
    {
      branches: (size) => `(cond ${'(false 1) '.repeat(size)} 2)`,
    },
    upTo(100),
  ),
];
