// `sort`: of a list by its elements, or of objects by fields.

import { gasLabels } from '../../gas/labels.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { sortObjects, sortValues } from '../../values/order/sort.ts';
import { emptyList, ListValue, ObjectValue, type PactValue } from '../../values/value.ts';
import { measuredLargest } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceStrings } from '../strings/elements.ts';

export const sort = builtin({
  name: 'sort',
  since: '2.3',
  builtins: {
    sort: { number: 35, gas: { '5.0': 100 }, does: 'pure' },
    'sort-object': { number: 36, gas: { '5.0': 100 }, does: 'pure' },
  },
  doc:
    'Sorts a list of numbers, strings, bools or times in ascending order. With `fields` it sorts ' +
    'objects by those fields, of which the LAST one takes precedence. Elements that have no order, ' +
    'such as lists, count as equal.',
  types: {
    sort: ['Ord a => [a] -> [a]'],
    'sort-object': [
      '{$fs} <= r => [$fs] -> [object{r}] -> [object{r}]',
      '? [string] -> [object{r}] -> [object{r}]',
    ],
  },
  overloads: [
    overload({
      internal: 'sort',
      params: [param('list', 'list', 'The list to sort.')],
      returns: 'list',
      run(call, list) {
        if (list.items.length === 0) return emptyList;
        chargeSort(call, list.items);
        return new ListValue(sortValues(list.items));
      },
    }),
    overload({
      internal: 'sort-object',
      params: [
        param('fields', 'list', 'Names of fields, as strings.'),
        param('objects', 'list', 'The objects to sort.'),
      ],
      returns: 'list',
      run(call, fields, objects) {
        if (fields.items.length === 0 || objects.items.length === 0) return objects;
        const elements = enforceObjects(call, objects.items);
        return new ListValue(sortObjects(enforceStrings(call, fields.items), elements));
      },
    }),
  ],
  examples: [
    { code: '(sort [3 1 2])', gives: '[1 2 3]' },
    { code: '(sort ["b" "B" "a"])', gives: '["B" "a" "b"]' },
    {
      code: `(sort ['age] [{'name: "Lin", 'age: 30} {'name: "Val", 'age: 25}])`,
      gives: '[{"age": 25,"name": "Val"} {"age": 30,"name": "Lin"}]',
    },
    {
      code: `(sort ['age] [1])`,
      gives: { fails: 'native function sort-object with argument(s) of type(s): integer' },
    },
  ],
});

function chargeSort(call: BuiltinCall, elements: readonly PactValue[]): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const largest = measuredLargest(call, elements);
  const cost = meter.costs.sort(largest, elements.length);
  meter.charge(cost, gasLabels.sort(largest, elements.length), call.span);
}

function enforceObjects(call: BuiltinCall, elements: readonly PactValue[]): readonly ObjectValue[] {
  const objects: ObjectValue[] = [];
  for (const element of elements) {
    objects.push(element instanceof ObjectValue ? element : call.failArguments([element]));
  }
  return objects;
}
