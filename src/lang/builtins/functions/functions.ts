// Builtins that combine and apply functions: `bind`, `compose`, `cond`, `identity`, `continue`, `typeof`, `where`. In a
// call, the pairs of `cond` become nested conditions inside one function without parameters.

import { builtin, overload, param } from '../define.ts';
import { isClosure, typeWord } from '../../state/value.ts';
import type { PactValue } from '../../values/value.ts';
import { typeText } from '../../values/type.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import { chargeLookup } from '../charges.ts';

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

export const compose = builtin({
  name: 'compose',
  since: '1.0',
  builtins: { compose: { number: 108, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Applies a function to a value and a second function to the result.',
  types: { compose: ['(a -> b) -> (b -> c) -> a -> c'] },
  overloads: [
    overload({
      internal: 'compose',
      params: [
        param('first', 'closure', 'The function to apply to the value.'),
        param('second', 'closure', 'The function to apply to the result of the first.'),
        param('value', 'any', 'The value.'),
      ],
      returns: 'any',
      run: (call, first, second, value) => call.apply(second, [call.apply(first, [value])]),
    }),
  ],
  examples: [
    { code: '(compose (+ 1) (* 2) 3)', gives: '8' },
    { code: '(map (compose (length) (< 2)) ["a" "abc"])', gives: '[false true]' },
  ],
});

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

export const identity = builtin({
  name: 'identity',
  since: '2.3.1',
  builtins: { identity: { number: 126, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns its argument.',
  types: { identity: ['a -> a'] },
  overloads: [
    overload({
      internal: 'identity',
      params: [param('value', 'value', 'Any value.')],
      returns: 'any',
      run: (_call, value) => value,
    }),
  ],
  examples: [
    { code: '(map (identity) [1 2 3])', gives: '[1 2 3]' },
    { code: '(identity (lambda (x) x))', gives: { fails: 'argument(s) of type(s): closure' } },
  ],
});

export const continuePact = builtin({
  name: 'continue',
  since: '4.3',
  builtins: { continue: { number: 99, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns its argument. Wrap the call of a nested defpact in it, in later steps, to continue the ' +
    'nested defpact.',
  types: { continue: ['a -> a'] },
  overloads: [
    overload({
      internal: 'continue',
      params: [param('value', 'any', 'The result of the nested defpact.')],
      returns: 'any',
      run: (_call, value) => value,
    }),
  ],
  examples: [
    { code: '(continue 5)', gives: '5' },
    { code: '(continue [1 "a"])', gives: '[1 "a"]' },
  ],
});

export const typeOf = builtin({
  name: 'typeof',
  since: '1.0',
  builtins: { typeof: { number: 123, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns the type of a value as a string. The types of elements and fields are not included; a ' +
    'module reference lists the interfaces it implements, and a table names its schema.',
  types: { typeof: ['IsValue a => a -> string'] },
  overloads: [
    overload({
      internal: 'typeof',
      params: [param('value', 'any', 'Any value.')],
      returns: 'string',
      run: (_call, value) => (isClosure(value) ? '<<closure>>' : typeName(value)),
    }),
  ],
  examples: [
    { code: '(typeof "hello")', gives: '"string"' },
    { code: '(typeof [1 2])', gives: '"list"' },
    { code: '(typeof (lambda (x) x))', gives: '"<<closure>>"' },
  ],
});

function typeName(value: PactValue): string {
  if (typeof value !== 'object') return typeWord(value);
  switch (value.kind) {
    case 'modref':
      return typeText({ kind: 'modref', interfaces: value.interfaces });
    case 'table':
      return typeText({ kind: 'table', schema: value.schema });
    case 'captoken':
      return typeText({ kind: 'captoken' });
    default:
      return value.kind;
  }
}

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
