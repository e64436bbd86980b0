// `at`

import { evalError } from '../../diagnostics/error.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import { chargeLookup } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const at = builtin({
  name: 'at',
  since: '1.0',
  builtins: { at: { number: 60, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns the element of a list at an index, counted from 0, or the value of an object under a ' +
    'key.',
  types: {
    at: [
      'integer -> [a] -> a',
      '{$f: t} <= r => $f -> object{r} -> t',
      '? string -> object{r} -> *',
    ],
  },
  overloads: [
    overload({
      internal: 'at',
      params: [param('index', 'integer', 'The index, from 0.'), param('list', 'list', 'The list.')],
      returns: 'any',
      run(call, index, list) {
        // The reference indexes with machine words, so 2^64 wraps around to 0.
        const word = BigInt.asIntN(64, index);
        const { length } = list;
        const element = word >= 0n && word < length ? list.item(Number(word)) : undefined;
        return element ?? call.fail('ArrayOutOfBoundsException', { length, index: word });
      },
    }),
    overload({
      internal: 'at',
      params: [param('key', 'string', 'The key.'), param('object', 'object', 'The object.')],
      returns: 'any',
      run(call, key, object) {
        chargeLookup(call, key, object.fields.size);
        const value = object.fields.get(key);
        if (value !== undefined) return value;
        const missing = { field: key, object: () => prettyValue(object) };
        const error = evalError('ObjectIsMissingField', missing, call.span);
        throw call.machine.withStack(error.withNamesInScope(() => object.fields.keys()));
      },
    }),
  ],
  examples: [
    { code: '(at 1 [1 2 3])', gives: '2' },
    { code: '(at "bar" {"foo": 1, "bar": 2})', gives: '2' },
    {
      code: '(at 3 [1 2 3])',
      gives: { fails: 'Array index out of bounds. Length (3), Index (3)' },
    },
    { code: `(at 'b {'a: 1})`, gives: { fails: 'Key "b" not found in object: {"a": 1}' } },
  ],
});
