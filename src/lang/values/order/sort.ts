// The order of `sort`: by literal, then by time; all other values are equal to everything.
// Source: rawSort and rawSortObject in IR/Eval/CEK/CoreBuiltin.hs, section 3.6.

import { compareLongTexts } from '../../../base/long-texts.ts';
import { compareDecimals, rescale } from '../number/decimal.ts';
import { introsort } from './introsort.ts';
import { sortAlike } from './sort-alike.ts';
import { compareTimes } from '../time/time.ts';
import { Decimal, TimeValue, type ObjectValue, type PactValue } from '../value.ts';

export function sortValues(items: readonly PactValue[]): PactValue[] {
  const [first] = items;
  if (first instanceof Decimal && items.every(isDecimal)) return sortDecimals(items);
  return sortAlike(items) ?? introsort(items, items.every(isUnordered) ? asEqual : compareForSort);
}

const isDecimal = (item: PactValue): item is Decimal => item instanceof Decimal;
const asEqual = (): number => 0;

/** Equals everything that is not a time. */
function isUnordered(item: PactValue): boolean {
  return literalRank(item) === undefined && !(item instanceof TimeValue);
}

/** The sort key is made once per element, not once per comparison. */
function sortDecimals(decimals: readonly Decimal[]): Decimal[] {
  let places = 0;
  for (const decimal of decimals) places = Math.max(places, decimal.places);
  const keyed = decimals.map((decimal) => ({ decimal, key: rescale(decimal, places) }));
  const sorted = introsort(keyed, ({ key: left }, { key: right }) =>
    left < right ? -1 : left > right ? 1 : 0,
  );
  return sorted.map(({ decimal }) => decimal);
}

/** The rightmost field decides first; a field that is missing or not a literal in either object decides nothing. */
export function sortObjects(
  fields: readonly string[],
  objects: readonly ObjectValue[],
): ObjectValue[] {
  const deciding = decidingFields(fields, objects);
  const rows = objects.map((object) => ({
    object,
    keys: deciding.map((field) => object.fields.get(field)),
  }));
  const sorted = introsort(rows, (left, right) => {
    for (let i = 0; i < deciding.length; i++) {
      const a = left.keys[i];
      const b = right.keys[i];
      if (a === undefined || b === undefined) continue;
      const order = compareLiterals(a, b);
      if (order !== undefined && order !== 0) return order;
    }
    return 0;
  });
  return sorted.map(({ object }) => object);
}

/** The fields that occur in some object, without duplicates, the most significant first. */
function decidingFields(
  fields: readonly string[],
  objects: readonly ObjectValue[],
): readonly string[] {
  const distinct = [...new Set(fields.toReversed())];
  return distinct.filter((field) => objects.some((object) => object.fields.has(field)));
}

/** Times come after literals; everything else equals everything. */
export function compareForSort(left: PactValue, right: PactValue): number {
  const order = compareLiterals(left, right);
  if (order !== undefined) return order;
  const leftTime = typeof left === 'object' && left.kind === 'time' ? left : undefined;
  const rightTime = typeof right === 'object' && right.kind === 'time' ? right : undefined;
  if (leftTime !== undefined && rightTime !== undefined) return compareTimes(leftTime, rightTime);
  if (rightTime !== undefined && literalRank(left) !== undefined) return -1;
  if (leftTime !== undefined && literalRank(right) !== undefined) return 1;
  return 0;
}

/** Strings, integers, decimals, unit, bools, in this order; `undefined` unless both are literals. */
export function compareLiterals(left: PactValue, right: PactValue): number | undefined {
  const leftRank = literalRank(left);
  const rightRank = literalRank(right);
  if (leftRank === undefined || rightRank === undefined) return undefined;
  if (leftRank !== rightRank) return leftRank - rightRank;
  if (typeof left === 'string' && typeof right === 'string') return compareLongTexts(left, right);
  if (typeof left === 'object' && typeof right === 'object') {
    return left.kind === 'decimal' && right.kind === 'decimal' ? compareDecimals(left, right) : 0;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function literalRank(value: PactValue): number | undefined {
  switch (typeof value) {
    case 'string':
      return 0;
    case 'bigint':
      return 1;
    case 'boolean':
      return 4;
    default:
      return value.kind === 'decimal' ? 2 : value.kind === 'unit' ? 3 : undefined;
  }
}
