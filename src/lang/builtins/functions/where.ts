// `where`

import { prettyValue } from '../../values/text/pretty.ts';
import { chargeLookup } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

export const where = builtin({
  name: 'where',
  since: '2.3',
  builtins: { where: { number: 96, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether a predicate is true for a field of an object. Intended for `filter` and `select`.',
  types: {
    where: [
      '{$f: t} <= r => $f -> (t -> bool) -> object{r} -> bool',
      '? string -> (a -> bool) -> object{r} -> bool',
    ],
  },
  overloads: [
    overload({
      internal: 'where',
      params: [
        param('field', 'string', 'The name of the field.'),
        param('predicate', 'closure', 'A function of the value that returns a bool.'),
        param('object', 'object', 'The object.'),
      ],
      returns: 'bool',
      run(call, field, predicate, object) {
        chargeLookup(call, field, object.fields.size);
        const value = object.fields.get(field);
        if (value !== undefined) return call.bool(call.apply(predicate, [value]));
        return call.fail('ObjectIsMissingField', { field, object: () => prettyValue(object) });
      },
    }),
  ],
  examples: [
    {
      code: `(filter (where 'age (< 20)) [{'name: "Mary", 'age: 30} {'name: "Juan", 'age: 15}])`,
      gives: '[{"age": 30,"name": "Mary"}]',
    },
    { code: `(where 'a (= 1) {'a: 1})`, gives: 'true' },
    { code: `(where 'b (= 1) {'a: 1})`, gives: { fails: 'Key "b" not found in object' } },
  ],
});
