// `bind`

import { builtin, overload, param } from '../define.ts';

export const bind = builtin({
  name: 'bind',
  since: '1.0',
  builtins: { bind: { number: 68, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Binds fields of an object to names and evaluates a body with them.',
  types: { bind: ['object{r} -> (object{r} -> a) -> a'] },
  overloads: [
    overload({
      internal: 'bind',
      params: [
        param('object', 'object', 'The object.'),
        param('body', 'closure', 'A binding `{ "field" := name }` followed by a body.'),
      ],
      returns: 'any',
      run: (call, object, body) => call.apply(body, [object]),
    }),
  ],
  examples: [
    { code: '(bind {"a": 1, "b": 2} {"a" := x} (+ x 10))', gives: '11' },
    {
      code: '(bind {"a": 1} {"c" := x} x)',
      gives: { fails: 'Key "c" not found in object: {"a": 1}' },
    },
  ],
});
