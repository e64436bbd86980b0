// `length`

import { longTextLength } from '../../../base/long-texts.ts';
import { gasLabels } from '../../gas/labels.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const length = builtin({
  name: 'length',
  since: '1.0',
  builtins: { length: { number: 29, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns the number of elements in a list, characters in a string, or fields in an object.',
  types: { length: ['ListLike a => a -> integer'] },
  overloads: [
    overload({
      internal: 'length',
      params: [param('string', 'string', 'The string; its code points are counted.')],
      returns: 'integer',
      run(call, string) {
        const count = longTextLength(string);
        const { costs } = call;
        if (costs !== undefined) {
          charge(call, costs.textLength(count), gasLabels.textLength(count));
        }
        return BigInt(count);
      },
    }),
    overload({
      internal: 'length',
      params: [param('list', 'list', 'The list.')],
      returns: 'integer',
      run: (_call, list) => BigInt(list.length),
    }),
    overload({
      internal: 'length',
      params: [param('object', 'object', 'The object.')],
      returns: 'integer',
      run: (_call, object) => BigInt(object.fields.size),
    }),
  ],
  examples: [
    { code: '(length [1 2 3])', gives: '3' },
    { code: '(length "abcdefgh")', gives: '8' },
    { code: '(length {"a": 1, "b": 2})', gives: '2' },
    { code: '(length "😀")', gives: '1' },
  ],
});
