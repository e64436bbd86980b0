// `cond`. Where it is applied, its pairs become nested conditions inside one function without parameters.

import { builtin, overload, param } from '../define.ts';

export const cond = builtin({
  name: 'cond',
  since: '4.2',
  builtins: { cond: { number: 125, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Evaluates conditions in order and gives the value beside the first one that holds, or the value ' +
    'at the end if none does.',
  types: { cond: ['(() -> a) -> a'] },
  overloads: [
    overload({
      internal: 'cond',
      params: [
        param('branches', 'closure', 'Pairs `(condition value)`, then the value for the rest.'),
      ],
      returns: 'any',
      run: (call, branches) => call.apply(branches, []),
    }),
  ],
  examples: [
    { code: '(cond ((= 1 2) "one") ((= 2 2) "two") "none")', gives: '"two"' },
    { code: '(cond ((= 1 2) "one") "none")', gives: '"none"' },
  ],
});
