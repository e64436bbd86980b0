// `remove`

import { codePointLength } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import { ObjectValue } from '../../values/value.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const remove = builtin({
  name: 'remove',
  since: '1.0',
  builtins: { remove: { number: 37, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns the object without one of its fields. An object that lacks the field is returned ' +
    'unchanged.',
  types: { remove: ['r2 + {$f: t} = r1 => $f -> object{r1} -> object{r2}'] },
  overloads: [
    overload({
      internal: 'remove',
      params: [param('key', 'string', 'The key.'), param('object', 'object', 'The object.')],
      returns: 'object',
      run(call, key, object) {
        const { costs } = call;
        if (costs !== undefined) {
          const { size } = object.fields;
          charge(call, costs.remove(codePointLength(key), size), gasLabels.remove(key, size));
        }
        if (!object.fields.has(key)) return object;
        const fields = new Map(object.fields);
        fields.delete(key);
        return new ObjectValue(fields);
      },
    }),
  ],
  examples: [
    { code: '(remove "bar" {"foo": 1, "bar": 2})', gives: '{"foo": 1}' },
    { code: '(remove "baz" {"foo": 1})', gives: '{"foo": 1}' },
  ],
});
