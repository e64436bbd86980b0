// `<`, `<=`, `>`, `>=`, `=` and `!=`.

import { compareLiterals, equalForPrograms } from '../../eval/calls/equality.ts';
import { type Overload, builtin, overload, param } from '../define.ts';

export const less = builtin({
  name: '<',
  since: '1.0',
  builtins: { '<': { number: 12, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Checks whether `left` is less than `right`. Both must have the same type: integers, decimals, ' +
    'strings (by code point), times or bools (false first).',
  types: { '<': ['Ord a => a -> a -> bool'] },
  overloads: comparisons('<', (order) => order < 0),
  examples: [
    { code: '(< 1 3)', gives: 'true' },
    { code: '(< "b" "a")', gives: 'false' },
    { code: '(< 1 2.0)', gives: { fails: 'argument(s) of type(s): integer, decimal' } },
  ],
});

export const lessOrEqual = builtin({
  name: '<=',
  since: '1.0',
  builtins: { '<=': { number: 13, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether `left` is less than or equal to `right`. Takes the same types as `<`.',
  types: { '<=': ['Ord a => a -> a -> bool'] },
  overloads: comparisons('<=', (order) => order <= 0),
  examples: [
    { code: '(<= 5.24 2.52)', gives: 'false' },
    { code: '(<= "abc" "abc")', gives: 'true' },
  ],
});

export const greater = builtin({
  name: '>',
  since: '1.0',
  builtins: { '>': { number: 10, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether `left` is greater than `right`. Takes the same types as `<`.',
  types: { '>': ['Ord a => a -> a -> bool'] },
  overloads: comparisons('>', (order) => order > 0),
  examples: [
    { code: '(> 1 3)', gives: 'false' },
    {
      code: '(> (time "2024-01-02T00:00:00Z") (time "2024-01-01T00:00:00Z"))',
      gives: 'true',
    },
  ],
});

export const greaterOrEqual = builtin({
  name: '>=',
  since: '1.0',
  builtins: { '>=': { number: 11, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether `left` is greater than or equal to `right`. Takes the same types as `<`.',
  types: { '>=': ['Ord a => a -> a -> bool'] },
  overloads: comparisons('>=', (order) => order >= 0),
  examples: [
    { code: '(>= 1 3)', gives: 'false' },
    { code: '(>= 2.50 2.5)', gives: 'true' },
  ],
});

function comparisons(name: string, holds: (order: number) => boolean): readonly Overload[] {
  return [
    overload({
      internal: name,
      params: [
        param('left', 'literal', 'A number, string or bool.'),
        param('right', 'literal', 'A value of the same type.'),
      ],
      returns: 'bool',
      run(call, left, right) {
        const order = compareLiterals(call, left, right);
        return order === undefined ? call.failArguments([left, right]) : holds(order);
      },
    }),
    overload({
      internal: name,
      params: [param('left', 'time', 'A time.'), param('right', 'time', 'Another time.')],
      returns: 'bool',
      run: (_call, left, right) =>
        holds(left.micros < right.micros ? -1 : left.micros > right.micros ? 1 : 0),
    }),
  ];
}

const operands = [
  param('left', 'value', 'Any value.'),
  param('right', 'value', 'Any value.'),
] as const;

export const equal = builtin({
  name: '=',
  since: '1.0',
  builtins: { '=': { number: 8, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Checks whether two values are equal. Values of different types are never equal, so an integer ' +
    'differs from every decimal. Decimals are compared by value, whatever their number of places, and ' +
    'module references by module. Lists and objects are compared element by element. A table equals ' +
    'nothing.',
  types: { '=': ['Eq a => a -> a -> bool'] },
  overloads: [
    overload({
      internal: '=',
      params: operands,
      returns: 'bool',
      run: (call, left, right) => equalForPrograms(call, left, right),
    }),
  ],
  examples: [
    { code: '(= [1 2 3] [1 2 3])', gives: 'true' },
    { code: '(= 1.0 1.00)', gives: 'true' },
    { code: '(= 1 1.0)', gives: 'false' },
    { code: '(= "a" (lambda (x) x))', gives: { fails: 'argument(s) of type(s): string, closure' } },
  ],
});

export const notEqual = builtin({
  name: '!=',
  since: '1.0',
  builtins: { '!=': { number: 9, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether two values differ: the opposite of `=`.',
  types: { '!=': ['Eq a => a -> a -> bool'] },
  overloads: [
    overload({
      internal: '!=',
      params: operands,
      returns: 'bool',
      run: (call, left, right) => !equalForPrograms(call, left, right),
    }),
  ],
  examples: [
    { code: '(!= "hello" "goodbye")', gives: 'true' },
    { code: '(!= {"a": 1} {"a": 1})', gives: 'false' },
  ],
});
