// `=` and `!=`

import { equalForPrograms } from '../../eval/calls/equality.ts';
import { builtin, overload, param } from '../define.ts';

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
