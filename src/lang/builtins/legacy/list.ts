// `list`, of Pact 4. It receives its arguments as one list.

import { builtin, overload, param } from '../define.ts';

export const list = builtin({
  name: 'list',
  since: '1.0',
  until: '5.0',
  instead: 'Write the elements in brackets: `[1 2 3]`.',
  builtins: { list: { gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns the list of its arguments. Pact 5 has only the form `[1 2 3]`.',
  overloads: [
    overload({
      internal: 'list',
      params: [param('elements', 'list', 'Any number of values.')],
      returns: 'list',
      run: (_call, elements) => elements,
    }),
  ],
  examples: [
    { code: '(list 1 2 3)', gives: '[1 2 3]' },
    { code: '(list "a" true)', gives: '["a" true]' },
  ],
});
