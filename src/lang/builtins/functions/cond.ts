// `cond`. In a call, its pairs become nested conditions inside one function without parameters.

import { builtin, overload, param } from '../define.ts';

export const cond = builtin({
  name: 'cond',
  since: '4.2',
  builtins: { cond: { number: 125, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Evaluates conditions in order and returns the value of the first branch whose condition is true, ' +
    'or the default value if none is.',
  types: { cond: ['(() -> a) -> a'] },
  overloads: [
    overload({
      internal: 'cond',
      params: [param('branches', 'closure', 'Pairs `(condition value)`, then the default value.')],
      returns: 'any',
      run: (call, branches) => call.apply(branches, []),
    }),
  ],
  examples: [
    { code: '(cond ((= 1 2) "one") ((= 2 2) "two") "none")', gives: '"two"' },
    { code: '(cond ((= 1 2) "one") "none")', gives: '"none"' },
  ],
});
