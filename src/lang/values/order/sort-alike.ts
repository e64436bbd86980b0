// Sorts lists whose elements are all of one type, if equal elements are identical. Then there is only one result, and any
// algorithm gives it. Decimals are excluded: 1.0 and 1.00 are equal.

import { compareLongTexts } from '../../../base/long-texts.ts';
import { compareText, hasSurrogate } from '../../../base/text.ts';
import { countSteps } from '../../../base/interruption.ts';
import { isWord } from '../../../base/integers.ts';
import { counted, manyItems } from './introsort.ts';
import { TimeValue, type PactValue } from '../value.ts';

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
