// Sorting lists whose elements are all of one type, where elements that count as equal cannot be told apart. Then
// there is one result, and any way there will do. Decimals are not among them: 1.0 and 1.00 are equal.

import { compareText, hasSurrogate } from '../../base/text.ts';
import { TimeValue, type PactValue } from './value.ts';

/** `undefined` where the elements are of several types, or of another one. */
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

function sortIntegers(integers: readonly bigint[]): bigint[] {
  const numbers = asNumbers(integers);
  if (numbers !== undefined) return Array.from(numbers.sort(), BigInt);
  return integers.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
}

/** `undefined` unless all are safe integers. */
function asNumbers(integers: readonly bigint[]): Float64Array | undefined {
  const numbers = new Float64Array(integers.length);
  for (let i = 0; i < integers.length; i++) {
    const number = Number(integers[i]);
    if (!Number.isSafeInteger(number)) return undefined;
    numbers[i] = number;
  }
  return numbers;
}

function sortStrings(strings: readonly string[]): string[] {
  // Without surrogates the order of code points is that of units, which JavaScript sorts by.
  return strings.some(hasSurrogate) ? strings.toSorted(compareText) : strings.toSorted();
}

function sortBools(bools: readonly boolean[]): boolean[] {
  let falses = 0;
  for (const bool of bools) if (!bool) falses++;
  return bools.map((_, i) => i >= falses);
}

function sortTimes(times: readonly TimeValue[]): TimeValue[] {
  const sorted = sortIntegers(times.map((time) => time.micros));
  return sorted.map((micros) => new TimeValue(micros));
}
