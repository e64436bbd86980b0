// `identity` and `continue`: both return their argument.

import { builtin, overload, param } from '../define.ts';

export const identity = builtin({
  name: 'identity',
  since: '2.3.1',
  builtins: { identity: { number: 126, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns its argument.',
  types: { identity: ['a -> a'] },
  overloads: [
    overload({
      internal: 'identity',
      params: [param('value', 'value', 'Any value.')],
      returns: 'any',
      run: (_call, value) => value,
    }),
  ],
  examples: [
    { code: '(map (identity) [1 2 3])', gives: '[1 2 3]' },
    { code: '(identity (lambda (x) x))', gives: { fails: 'argument(s) of type(s): closure' } },
  ],
});

export const continuePact = builtin({
  name: 'continue',
  since: '4.3',
  builtins: { continue: { number: 99, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns its argument. Wrap the call of a nested defpact in it, in later steps, to continue the ' +
    'nested defpact.',
  types: { continue: ['a -> a'] },
  overloads: [
    overload({
      internal: 'continue',
      params: [param('value', 'any', 'The result of the nested defpact.')],
      returns: 'any',
      run: (_call, value) => value,
    }),
  ],
  examples: [
    { code: '(continue 5)', gives: '5' },
    { code: '(continue [1 "a"])', gives: '[1 "a"]' },
  ],
});
