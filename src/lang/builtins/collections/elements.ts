// `at`, `contains`, `length` and `remove`: elements of lists, strings and objects.

import { evalError } from '../../diagnostics/error.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import { charge, chargeLookup } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { countUnitsRead } from '../../../base/interruption.ts';
import { codePointLength, includesText } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import { equalForPrograms } from '../../eval/calls/equality.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { ObjectValue, type PactValue, TimeValue } from '../../values/value.ts';
import { longTextLength } from '../../../base/long-texts.ts';

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

export const contains = builtin({
  name: 'contains',
  since: '2.3.1',
  builtins: { contains: { number: 34, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Checks whether an object has a field, a string has a substring, or a list has an element ' +
    '(compared as `=` does).',
  types: {
    contains: [
      'Eq a => a -> [a] -> bool',
      'string -> string -> bool',
      'string -> object{r} -> bool',
    ],
  },
  overloads: [
    overload({
      internal: 'contains',
      params: [param('key', 'string', 'The key.'), param('object', 'object', 'The object.')],
      returns: 'bool',
      run(call, key, object) {
        const { size } = object.fields;
        const meter = call.machine.meter;
        meter?.charge(meter.costs.fieldSearch(size), gasLabels.fieldSearch(size), call.span);
        return object.fields.has(key);
      },
    }),
    overload({
      internal: 'contains',
      params: [
        param('part', 'string', 'The substring to look for.'),
        param('string', 'string', 'The string to search.'),
      ],
      returns: 'bool',
      run(call, part, string) {
        const meter = call.machine.meter;
        if (meter !== undefined) {
          const lengths = [codePointLength(part), codePointLength(string)] as const;
          const cost = meter.costs.substringSearch(...lengths);
          meter.charge(cost, gasLabels.substringSearch(part, string), call.span);
        }
        countUnitsRead(string.length);
        return includesText(string, part);
      },
    }),
    overload({
      internal: 'contains',
      params: [param('element', 'value', 'The element.'), param('list', 'list', 'The list.')],
      returns: 'bool',
      run: (call, element, list) => hasElement(call, element, list.items),
    }),
  ],
  examples: [
    { code: '(contains 2 [1 2 3])', gives: 'true' },
    { code: `(contains 'name {'name: "Ted", 'age: 72})`, gives: 'true' },
    { code: '(contains "foo" "foobar")', gives: 'true' },
    { code: '(contains 2.0 [1 2 3])', gives: 'false' },
  ],
});

/** Quickly skips elements that cannot be equal and whose comparison charges no gas. */
function hasElement(call: BuiltinCall, element: PactValue, items: readonly PactValue[]): boolean {
  if (typeof element === 'boolean') return items.includes(element);
  if (element instanceof TimeValue) return hasTime(element, items);
  const type = typeof element;
  for (const other of items) {
    if (typeof other === type && equalForPrograms(call, element, other)) return true;
  }
  return false;
}

function hasTime({ micros }: TimeValue, items: readonly PactValue[]): boolean {
  for (const other of items) {
    if (other instanceof TimeValue && other.micros === micros) return true;
  }
  return false;
}

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
