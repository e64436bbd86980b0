// `make-list`

import { emptyList, ListValue } from '../../values/value.ts';
import { enforceListLength } from '../bounds.ts';
import { chargeListOf, measured } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const makeList = builtin({
  name: 'make-list',
  since: '1.0',
  builtins: { 'make-list': { number: 61, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns a list that repeats one value. A negative length gives an empty list.',
  types: { 'make-list': ['integer -> a -> [a]'] },
  overloads: [
    overload({
      internal: 'make-list',
      params: [
        param('length', 'integer', 'The number of elements.'),
        param('value', 'value', 'The value of each element.'),
      ],
      returns: 'list',
      run(call, length, value) {
        if (call.metered) chargeListOf(call, length, measured(call, value));
        if (length <= 0n) return emptyList;
        enforceListLength(call, length);
        return new ListValue(new Array<typeof value>(Number(length)).fill(value));
      },
    }),
  ],
  examples: [
    { code: '(make-list 5 true)', gives: '[true true true true true]' },
    { code: '(make-list -1 true)', gives: '[]' },
    { code: '(make-list 1000000000000 0)', gives: { fails: 'list of more than 4194304 elements' } },
  ],
});
