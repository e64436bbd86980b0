// `reverse`, `make-list`, `enumerate` and `sort`: of a list by its elements, or of objects by fields.

import { codePointLength, reverseCodePoints } from '../../../base/text.ts';
import { ListValue, ObjectValue, type PactValue, emptyList } from '../../values/value.ts';
import { chargeList, chargeListOf, chargeText, measured, measuredLargest } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceListLength } from '../bounds.ts';
import { sizeOfCharged } from '../../gas/size-budget.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { sizeOfInteger } from '../../values/encoding/size.ts';
import { gasLabels } from '../../gas/labels.ts';
import { sortObjects, sortValues } from '../../values/order/sort.ts';
import { enforceStrings } from '../strings/strings.ts';

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

export const makeList = builtin({
  name: 'make-list',
  since: '1.0',
  builtins: { 'make-list': { number: 61, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns a list that repeats one value. A negative length gives an empty list.',
  types: { 'make-list': ['integer -> a -> [a]'] },
  overloads: [
    overload({
      internal: 'make-list',
      params: [
        param('length', 'integer', 'The number of elements.'),
        param('value', 'value', 'The value of each element.'),
      ],
      returns: 'list',
      run(call, length, value) {
        if (call.metered) chargeListOf(call, length, measured(call, value));
        if (length <= 0n) return emptyList;
        enforceListLength(call, length);
        return new ListValue(new Array<typeof value>(Number(length)).fill(value));
      },
    }),
  ],
  examples: [
    { code: '(make-list 5 true)', gives: '[true true true true true]' },
    { code: '(make-list -1 true)', gives: '[]' },
    { code: '(make-list 1000000000000 0)', gives: { fails: 'list of more than 4194304 elements' } },
  ],
});

export const enumerate = builtin({
  name: 'enumerate',
  since: '4.0',
  builtins: {
    enumerate: { number: 48, gas: { '5.0': 100 }, does: 'pure' },
    'enumerate-step': { number: 49, gas: { '5.0': 100 }, does: 'pure' },
  },
  doc:
    'Returns the integers from `from` to `to`, inclusive, in steps of one or of `step`. Without a ' +
    'step it counts down if `to` is smaller than `from`; with one, the step must lead from `from` ' +
    'towards `to`.',
  overloads: [
    overload({
      internal: 'enumerate',
      params: [
        param('from', 'integer', 'The first integer.'),
        param('to', 'integer', 'The last integer.'),
      ],
      returns: '[integer]',
      run: (call, from, to) => sequence(call, from, to, from > to ? -1n : 1n),
    }),
    overload({
      internal: 'enumerate-step',
      params: [
        param('from', 'integer', 'The first integer.'),
        param('to', 'integer', 'The limit, included only if a step reaches it.'),
        param(
          'step',
          'integer',
          'The difference between consecutive elements; 0 gives an empty list.',
        ),
      ],
      returns: '[integer]',
      run: sequence,
    }),
  ],
  examples: [
    { code: '(enumerate 0 5)', gives: '[0 1 2 3 4 5]' },
    { code: '(enumerate 3 1)', gives: '[3 2 1]' },
    { code: '(enumerate 0 10 4)', gives: '[0 4 8]' },
    {
      code: '(enumerate 0 10 -1)',
      gives: { fails: 'increment diverges below from interval bounds' },
    },
    { code: '(enumerate 0 1000000000000)', gives: { fails: 'list of more than 4194304 elements' } },
  ],
});

function sequence(call: BuiltinCall, from: bigint, to: bigint, step: bigint): ListValue {
  if (from === to) {
    chargeIntegers(call, 1n, from);
    return new ListValue([from]);
  }
  if (step === 0n) return emptyList;
  if (from < to && step < 0n) failDiverging(call, 'below');
  if (from > to && step > 0n) failDiverging(call, 'above');
  const length = magnitude(to - from) / magnitude(step) + 1n;
  chargeIntegers(call, length, larger(magnitude(from), magnitude(to)));
  enforceListLength(call, length);
  const items: PactValue[] = [];
  let next = from;
  for (let i = 0; i < length; i++) {
    items.push(next);
    next += step;
  }
  return new ListValue(items);
}

function chargeIntegers(call: BuiltinCall, length: bigint, largest: bigint): void {
  const { meter } = call.machine;
  if (meter === undefined) return;
  const size = sizeOfCharged(meter, () => sizeOfInteger(largest), call.span);
  chargeListOf(call, length, size);
}

function failDiverging(call: BuiltinCall, side: 'below' | 'above'): never {
  const cause = `enumerate: increment diverges ${side} from interval bounds.`;
  return call.fail('EnumerationError', { cause });
}

function magnitude(integer: bigint): bigint {
  return integer < 0n ? -integer : integer;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

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
