// `contains`

import { countUnitsRead } from '../../../base/interruption.ts';
import { codePointLength, includesText } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import { equalForPrograms } from '../../eval/calls/equality.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { TimeValue, type PactValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';

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
