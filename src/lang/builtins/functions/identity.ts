// `identity` and `continue`: they give back what they are given.

import { builtin, overload, param } from '../define.ts';

export const identity = builtin({
  name: 'identity',
  since: '2.3.1',
  builtins: { identity: { number: 126, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Gives back its argument.',
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
    'Gives back its argument. In a later step of a defpact it stands around the call of a nested ' +
    'defpact, to say that this one goes on too.',
  types: { continue: ['a -> a'] },
  overloads: [
    overload({
      internal: 'continue',
      params: [param('value', 'any', 'What the nested defpact gave.')],
      returns: 'any',
      run: (_call, value) => value,
    }),
  ],
  examples: [
    { code: '(continue 5)', gives: '5' },
    { code: '(continue [1 "a"])', gives: '[1 "a"]' },
  ],
});
