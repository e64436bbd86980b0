// `not`, and the combinations of predicates `and?`, `or?`, `not?`. (`and` and `or` are special forms.)

import { builtin, overload, param } from '../define.ts';

export const not = builtin({
  name: 'not',
  since: '1.0',
  builtins: { not: { number: 7, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Negates a bool.',
  overloads: [
    overload({
      internal: 'not',
      params: [param('condition', 'bool', 'True or false.')],
      returns: 'bool',
      run: (_call, condition) => !condition,
    }),
  ],
  examples: [
    { code: '(not true)', gives: 'false' },
    { code: '(not (> 1 2))', gives: 'true' },
  ],
});

export const andPredicates = builtin({
  name: 'and?',
  since: '2.3',
  builtins: { 'and?': { number: 94, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Checks whether both predicates are true for a value. The second one is called only if the first ' +
    'is true.',
  types: { 'and?': ['(a -> bool) -> (a -> bool) -> a -> bool'] },
  overloads: [
    overload({
      internal: 'and?',
      params: [
        param('first', 'closure', 'A predicate.'),
        param('second', 'closure', 'Another predicate.'),
        param('value', 'value', 'The value to test.'),
      ],
      returns: 'bool',
      run: (call, first, second, value) =>
        call.bool(call.apply(first, [value])) && call.bool(call.apply(second, [value])),
    }),
  ],
  examples: [
    { code: '(and? (> 20) (> 10) 15)', gives: 'false' },
    { code: '(filter (and? (< 2) (> 5)) [1 2 3 4 5])', gives: '[3 4]' },
  ],
});

export const orPredicates = builtin({
  name: 'or?',
  since: '2.3',
  builtins: { 'or?': { number: 95, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Checks whether at least one of two predicates is true for a value. The second one is called only ' +
    'if the first is false.',
  types: { 'or?': ['(a -> bool) -> (a -> bool) -> a -> bool'] },
  overloads: [
    overload({
      internal: 'or?',
      params: [
        param('first', 'closure', 'A predicate.'),
        param('second', 'closure', 'Another predicate.'),
        param('value', 'value', 'The value to test.'),
      ],
      returns: 'bool',
      run: (call, first, second, value) =>
        call.bool(call.apply(first, [value])) || call.bool(call.apply(second, [value])),
    }),
  ],
  examples: [
    { code: '(or? (> 20) (> 10) 15)', gives: 'true' },
    { code: '(filter (or? (> 2) (< 4)) [1 2 3 4 5])', gives: '[1 5]' },
  ],
});

export const notPredicate = builtin({
  name: 'not?',
  since: '2.3',
  builtins: { 'not?': { number: 97, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether a predicate is false for a value.',
  types: { 'not?': ['(a -> bool) -> a -> bool'] },
  overloads: [
    overload({
      internal: 'not?',
      params: [
        param('predicate', 'closure', 'A predicate.'),
        param('value', 'value', 'The value to test.'),
      ],
      returns: 'bool',
      run: (call, predicate, value) => !call.bool(call.apply(predicate, [value])),
    }),
  ],
  examples: [
    { code: '(not? (> 20) 15)', gives: 'false' },
    { code: '(filter (not? (= 2)) [1 2 3])', gives: '[1 3]' },
  ],
});
