// `distinct`. The reference compares each kept element with all remaining elements after it, and charges for it. This
// code skips comparisons of elements that certainly differ and charge no gas: otherwise long lists whose elements
// compare for free, and all long lists without metering, would take quadratic time.

import { countSteps } from '../../../base/interruption.ts';
import { equalForPrograms } from '../../eval/calls/equality.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { ListValue, type PactValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import {
  chargedClass,
  equalityClass,
  type EqualityClass,
  type EqualityKey,
} from './equality-class.ts';

export const distinct = builtin({
  name: 'distinct',
  since: '4.0',
  builtins: { distinct: { number: 46, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns the elements of a list without duplicates, in the order of their first occurrence.',
  types: { distinct: ['Eq a => [a] -> [a]'] },
  overloads: [
    overload({
      internal: 'distinct',
      params: [param('list', 'list', 'The list.')],
      returns: 'list',
      run: (call, list) => new ListValue(withoutRepetitions(call, list.items)),
    }),
  ],
  examples: [
    { code: '(distinct [3 3 1 1 2 2])', gives: '[3 1 2]' },
    { code: '(distinct [1 1.0 1.00 "1"])', gives: '[1 1.0 "1"]' },
  ],
});

/** Indices of elements that may be equal, ascending; those before the current element are removed. */
type Group = { readonly exact: boolean; places: number[] };

function withoutRepetitions(call: BuiltinCall, items: readonly PactValue[]): PactValue[] {
  const groups = groupsOf(items, call.metered ? chargedClass : equalityClass);
  const kept: PactValue[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as PactValue;
    const group = groups[i];
    if (group === undefined) kept.push(item);
    else if (group.places[0] === i) {
      kept.push(item);
      const others = group.exact ? [] : group.places.slice(1);
      group.places = others.filter(
        (place) => !equalForPrograms(call, item, items[place] as PactValue),
      );
    }
  }
  return kept;
}

const placesBetweenCounts = 4096;

/** The group of each element; `undefined` if the element equals nothing. */
function groupsOf(
  items: readonly PactValue[],
  classify: (value: PactValue) => EqualityClass | undefined,
): (Group | undefined)[] {
  const groups = new Map<EqualityKey, Group>();
  return items.map((item, place) => {
    if (place % placesBetweenCounts === placesBetweenCounts - 1)
      countSteps(8 * placesBetweenCounts);
    const found = classify(item);
    if (found === undefined) return undefined;
    const group = groups.get(found.key);
    if (group !== undefined) {
      // Of equal elements, only the first one is used.
      if (!group.exact) group.places.push(place);
      return group;
    }
    const made = { exact: found.exact, places: [place] };
    groups.set(found.key, made);
    return made;
  });
}
