// `compose`

import { builtin, overload, param } from '../define.ts';

export const compose = builtin({
  name: 'compose',
  since: '1.0',
  builtins: { compose: { number: 108, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Applies a function to a value and a second function to the result.',
  types: { compose: ['(a -> b) -> (b -> c) -> a -> c'] },
  overloads: [
    overload({
      internal: 'compose',
      params: [
        param('first', 'closure', 'The function to apply to the value.'),
        param('second', 'closure', 'The function to apply to the result of the first.'),
        param('value', 'any', 'The value.'),
      ],
      returns: 'any',
      run: (call, first, second, value) => call.apply(second, [call.apply(first, [value])]),
    }),
  ],
  examples: [
    { code: '(compose (+ 1) (* 2) 3)', gives: '8' },
    { code: '(map (compose (length) (< 2)) ["a" "abc"])', gives: '[false true]' },
  ],
});
