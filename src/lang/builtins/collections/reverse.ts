// `reverse`

import { codePointLength, reverseCodePoints } from '../../../base/text.ts';
import { ListValue } from '../../values/value.ts';
import { chargeList, chargeText } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const reverse = builtin({
  name: 'reverse',
  since: '2.3',
  builtins: { reverse: { number: 33, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns a list or a string in reverse order.',
  types: { reverse: ['ListLike a => a -> a'] },
  overloads: [
    overload({
      internal: 'reverse',
      params: [param('list', 'list', 'The list.')],
      returns: 'list',
      run(call, list) {
        chargeList(call, list.items.length);
        return new ListValue(list.items.slice().reverse());
      },
    }),
    overload({
      internal: 'reverse',
      params: [param('string', 'string', 'The string.')],
      returns: 'string',
      run(call, string) {
        if (call.metered) chargeText(call, codePointLength(string));
        return reverseCodePoints(string);
      },
    }),
  ],
  examples: [
    { code: '(reverse [1 2 3])', gives: '[3 2 1]' },
    { code: '(reverse "abc")', gives: '"cba"' },
  ],
});
