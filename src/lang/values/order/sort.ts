// The order of `sort`: by literal, then by time; all other values are equal to everything.
// Source: rawSort and rawSortObject in IR/Eval/CEK/CoreBuiltin.hs, section 3.6.

import { compareLongTexts } from '../../../base/long-texts.ts';
import { compareDecimals, rescale } from '../number/decimal.ts';
import { introsort, counted, manyItems } from './introsort.ts';
import { compareTimes } from '../time/time.ts';
import { Decimal, TimeValue, type ObjectValue, type PactValue } from '../value.ts';
import { compareText, hasSurrogate } from '../../../base/text.ts';
import { countSteps } from '../../../base/interruption.ts';
import { isWord } from '../../../base/integers.ts';

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

// Sorts lists whose elements are all of one type, if equal elements are identical. Then there is only one result, and any
// algorithm gives it. Decimals are excluded: 1.0 and 1.00 are equal.

/** `undefined` if the elements are of several types, or of another type. */
export function sortAlike(items: readonly PactValue[]): PactValue[] | undefined {
  const [first] = items;
  if (first === undefined) return [];
  if (typeof first === 'bigint') return areIntegers(items) ? sortIntegers(items) : undefined;
  if (typeof first === 'string') return areStrings(items) ? sortStrings(items) : undefined;
  if (typeof first === 'boolean') return areBools(items) ? sortBools(items) : undefined;
  return areTimes(items) ? sortTimes(items) : undefined;
}

const areIntegers = (items: readonly PactValue[]): items is readonly bigint[] =>
  items.every((item) => typeof item === 'bigint');
const areStrings = (items: readonly PactValue[]): items is readonly string[] =>
  items.every((item) => typeof item === 'string');
const areBools = (items: readonly PactValue[]): items is readonly boolean[] =>
  items.every((item) => typeof item === 'boolean');
const areTimes = (items: readonly PactValue[]): items is readonly TimeValue[] =>
  items.every((item) => item instanceof TimeValue);

/** Up to this length insertion sort is fastest. */
const fewIntegers = 16;

function sortIntegers(integers: readonly bigint[]): bigint[] {
  if (integers.length <= fewIntegers) return insertEach(integers);
  countSteps(4 * integers.length);
  if (integers.every(isWord)) return sortWords(integers);
  return integers.toSorted(counted((left, right) => (left < right ? -1 : left > right ? 1 : 0)));
}

function insertEach(integers: readonly bigint[]): bigint[] {
  const sorted: bigint[] = [];
  for (const integer of integers) {
    let at = sorted.length;
    sorted.push(integer);
    for (; at > 0 && (sorted[at - 1] as bigint) > integer; at--) {
      sorted[at] = sorted[at - 1] as bigint;
    }
    sorted[at] = integer;
  }
  return sorted;
}

function sortWords(integers: readonly bigint[]): bigint[] {
  const words = new BigInt64Array(integers.length);
  for (let i = 0; i < words.length; i++) words[i] = integers[i] as bigint;
  words.sort();
  const sorted: bigint[] = [];
  for (let i = 0; i < words.length; i++) sorted.push(words[i] as bigint);
  return sorted;
}

/** From this length on, JavaScript's comparison unit by unit is slower if strings begin alike. */
const longText = 1024;

/** Gas depends on the number of pairs, so a program can compare a few strings repeatedly for almost no gas. */
const fewTexts = 64;

function sortStrings(strings: readonly string[]): string[] {
  // Without surrogates, code points have the same order as UTF-16 units, by which JavaScript sorts.
  const isPlain = strings.every((each) => each.length < longText && !hasSurrogate(each));
  if (strings.length > manyItems) {
    return strings.toSorted(counted(isPlain ? compareUnits : compareText));
  }
  if (isPlain) return strings.toSorted();
  return strings.toSorted(strings.length > fewTexts ? compareText : compareLongTexts);
}

/** The same order as JavaScript's. */
const compareUnits = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;

function sortBools(bools: readonly boolean[]): boolean[] {
  let falses = 0;
  for (const bool of bools) if (!bool) falses++;
  return bools.map((_, i) => i >= falses);
}

function sortTimes(times: readonly TimeValue[]): TimeValue[] {
  const sorted = sortIntegers(times.map((time) => time.micros));
  return sorted.map((micros) => new TimeValue(micros));
}
