// `take` and `drop`: from the front, or from the end for a negative count; of objects by key.

import {
  cutLongText,
  longTextLength,
  longTextUnits,
  longTextUnitsBeforeLast,
} from '../../../base/long-texts.ts';
import { compareText } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { ObjectValue, type PactValue } from '../../values/value.ts';
import { chargeList, chargeObject, chargeText } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceStrings } from '../strings/strings.ts';

export const take = builtin({
  name: 'take',
  since: '1.0',
  builtins: { take: { number: 30, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns the first `count` elements or characters, or the last ones for a negative count; all of ' +
    'them if there are fewer. For an object, returns the fields with the given keys.',
  types: {
    take: [
      'ListLike a => integer -> a -> a',
      '{$fs} <= r => [$fs] -> object{r} -> object{$fs}',
      '? [string] -> object{r} -> object',
    ],
  },
  overloads: [
    overload({
      internal: 'take',
      params: [
        param('count', 'integer', 'How many to count; negative counts from the end.'),
        param('string', 'string', 'The string.'),
      ],
      returns: 'string',
      run(call, count, string) {
        const unit = unitPosition(count, string);
        if (call.metered) chargeTaken(call, count, takenLength(count, unit, string), 'text');
        return count >= 0n ? front(string, unit) : end(string, unit);
      },
    }),
    overload({
      internal: 'take',
      params: [
        param('count', 'integer', 'How many to count; negative counts from the end.'),
        param('list', 'list', 'The list.'),
      ],
      returns: 'list',
      run(call, count, list) {
        const cut = position(count, list.length);
        if (call.metered) chargeTaken(call, count, cut, 'list');
        return count >= 0n ? list.slice(0, cut) : list.slice(cut, list.length);
      },
    }),
    overload({
      internal: 'take',
      params: [
        param('keys', 'list', 'Keys, as strings; keys that the object lacks are ignored.'),
        param('object', 'object', 'The object.'),
      ],
      returns: 'object',
      run(call, keys, object) {
        const wanted = new Set(enforceStrings(call, keys.items));
        chargeObject(call, keys.items.length);
        return withFields(object, wanted);
      },
    }),
  ],
  examples: [
    { code: '(take 2 "abcd")', gives: '"ab"' },
    { code: '(take -3 [1 2 3 4 5])', gives: '[3 4 5]' },
    { code: '(take 10 [1 2])', gives: '[1 2]' },
    { code: `(take ['name] {'name: "Vlad", 'active: false})`, gives: '{"name": "Vlad"}' },
    {
      code: `(take [1] {'a: 1})`,
      gives: { fails: 'native function take with argument(s) of type(s): integer' },
    },
  ],
});

export const drop = builtin({
  name: 'drop',
  since: '1.0',
  builtins: { drop: { number: 31, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns all but the first `count` elements or characters, or all but the last ones for a ' +
    'negative count. For an object, returns all fields except those with the given keys.',
  types: {
    drop: [
      'ListLike a => integer -> a -> a',
      '{$fs} + r2 = r1 => [$fs] -> object{r1} -> object{r2}',
      '? [string] -> object{r} -> object',
    ],
  },
  overloads: [
    overload({
      internal: 'drop',
      params: [
        param('count', 'integer', 'How many to count; negative counts from the end.'),
        param('string', 'string', 'The string.'),
      ],
      returns: 'string',
      run(_call, count, string) {
        const unit = unitPosition(count, string);
        return count >= 0n ? end(string, unit) : front(string, unit);
      },
    }),
    overload({
      internal: 'drop',
      params: [
        param('count', 'integer', 'How many to count; negative counts from the end.'),
        param('list', 'list', 'The list.'),
      ],
      returns: 'list',
      run(_call, count, list) {
        const cut = position(count, list.length);
        return count >= 0n ? list.slice(cut, list.length) : list.slice(0, cut);
      },
    }),
    overload({
      internal: 'drop',
      params: [
        param('keys', 'list', 'Keys, as strings; keys that the object lacks are ignored.'),
        param('object', 'object', 'The object.'),
      ],
      returns: 'object',
      run(call, keys, object) {
        const unwanted = new Set(enforceStrings(call, keys.items));
        return withoutFields(object, unwanted);
      },
    }),
  ],
  examples: [
    { code: '(drop 2 "vwxyz")', gives: '"xyz"' },
    { code: '(drop -2 [1 2 3 4 5])', gives: '[1 2 3]' },
    { code: `(drop ['name] {'name: "Vlad", 'active: false})`, gives: '{"active": false}' },
  ],
});

/** Returns the index where a count from the front, or a negative count from the end, cuts a list of this length. */
function position(count: bigint, total: number): number {
  if (count >= 0n) return count < total ? Number(count) : total;
  return count > -total ? total + Number(count) : 0;
}

/** Returns the index in UTF-16 units where a count of characters cuts. Reads only the counted characters. */
function unitPosition(count: bigint, string: string): number {
  const { length } = string;
  if (count >= 0n) return count >= length ? length : longTextUnits(string, Number(count));
  return count <= -length ? 0 : longTextUnitsBeforeLast(string, -Number(count));
}

const front = (string: string, unit: number): string => cutLongText(string, 0, unit);
const end = (string: string, unit: number): string => cutLongText(string, unit, string.length);

/** The number of characters before the cut: the count, unless the string is shorter. */
function takenLength(count: bigint, unit: number, string: string): number {
  if (count < 0n) return 0;
  return unit < string.length ? Number(count) : longTextLength(string);
}

/** A count from the end is charged as given, even if it exceeds the length. */
function chargeTaken(call: BuiltinCall, count: bigint, cut: number, from: 'text' | 'list'): void {
  if (count >= 0n) {
    if (from === 'text') chargeText(call, cut);
    else chargeList(call, cut);
    return;
  }
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const word = BigInt.asIntN(64, -count);
  const label = from === 'text' ? gasLabels.textConcat(word) : gasLabels.listConcat(word);
  meter.charge(meter.costs.takeFromEnd(count), label, call.span);
}

function withFields(object: ObjectValue, wanted: ReadonlySet<string>): ObjectValue {
  const kept = new Map<string, PactValue>();
  if (wanted.size < object.fields.size) {
    const found = [...wanted].filter((key) => object.fields.has(key));
    for (const key of found.sort(compareText)) kept.set(key, object.fields.get(key) as PactValue);
  } else {
    for (const [key, value] of object.fields) if (wanted.has(key)) kept.set(key, value);
  }
  return new ObjectValue(kept);
}

function withoutFields(object: ObjectValue, unwanted: ReadonlySet<string>): ObjectValue {
  const found = [...unwanted].filter((key) => object.fields.has(key));
  if (found.length === 0) return object;
  const kept = new Map(object.fields);
  for (const key of found) kept.delete(key);
  return new ObjectValue(kept);
}
