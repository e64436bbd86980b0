// The reference's sorting algorithm, comparison by comparison. It is not stable from 18 elements on, and the order of
// `sort` is not transitive for mixed literals and other values, so any other algorithm would give different results.
// Source: library vector-algorithms 0.9 (Intro, Optimal, Insertion, Heap), section 3.6.

import { countSteps } from '../../../base/interruption.ts';

export type Comparison<T> = (left: T, right: T) => number;

export function introsort<T>(items: readonly T[], compareTwo: Comparison<T>): T[] {
  const sorted = [...items];
  const { length } = sorted;
  const compare = length > manyItems ? counted(compareTwo) : compareTwo;
  if (length > 4) sortSegments(sorted, compare, 2 * (31 - Math.clz32(length)));
  insertionSort(sorted, compare);
  return sorted;
}

/** In longer lists, comparisons count as steps of work. */
export const manyItems = 4096;

const comparisonsBetweenCounts = 1024;

export function counted<T>(compare: Comparison<T>): Comparison<T> {
  let left = comparisonsBetweenCounts;
  return (a, b) => {
    if (--left === 0) {
      left = comparisonsBetweenCounts;
      countSteps(4 * comparisonsBetweenCounts);
    }
    return compare(a, b);
  };
}

/** Shorter segments are left to the final insertion sort. */
const threshold = 18;

function sortSegments<T>(items: T[], compare: Comparison<T>, depth: number): void {
  const segments = [{ depth, from: 0, to: items.length }];
  for (let segment = segments.pop(); segment !== undefined; segment = segments.pop()) {
    const { from, to } = segment;
    if (segment.depth === 0) {
      heapSort(items, compare, { from, to });
      continue;
    }
    if (to - from < threshold) continue;
    // Puts the median of the three first.
    applyNetwork(items, compare, sortThree, [(from + to) >>> 1, from, to - 1]);
    const middle = partition(items, compare, { from, to });
    swap(items, from, middle - 1);
    segments.push({ depth: segment.depth - 1, from, to: middle - 1 });
    segments.push({ depth: segment.depth - 1, from: middle, to });
  }
}

/** Half-open. */
type Range = { readonly from: number; readonly to: number };

/** Partitions the elements after the pivot at `from`; returns the first index of those not less than the pivot. */
function partition<T>(items: T[], compare: Comparison<T>, { from, to }: Range): number {
  const pivot = items[from] as T;
  let low = from + 1;
  let high = to;
  for (;;) {
    while (low < high && compare(items[low] as T, pivot) < 0) low++;
    if (low >= high) return low;
    high--;
    while (low < high && compare(pivot, items[high] as T) < 0) high--;
    if (low >= high) return low;
    swap(items, low, high);
    low++;
  }
}

function insertionSort<T>(items: T[], compare: Comparison<T>): void {
  const { length } = items;
  sortFew(items, compare, { from: 0, to: Math.min(length, 4) });
  for (let i = 4; i < length; i++) {
    const item = items[i] as T;
    let at = i;
    for (; at > 0 && compare(item, items[at - 1] as T) < 0; at--) items[at] = items[at - 1] as T;
    items[at] = item;
  }
}

/** At most four elements. */
function sortFew<T>(items: T[], compare: Comparison<T>, { from, to }: Range): void {
  if (to - from === 2) applyNetwork(items, compare, sortTwo, [from, from + 1]);
  if (to - from === 3) applyNetwork(items, compare, sortThree, [from, from + 1, from + 2]);
  if (to - from === 4) {
    applyNetwork(items, compare, sortFour, [from, from + 1, from + 2, from + 3]);
  }
}

/**
 * A comparison of two elements, with the networks for "greater" and for the other results; or the element for each
 * position.
 */
type Network = string | readonly [number, number, Network, Network];

const sortTwo: Network = [0, 1, '10', '01'];
const sortThree: Network = [
  0,
  1,
  [0, 2, [1, 2, '210', '120'], '102'],
  [1, 2, [0, 2, '201', '021'], '012'],
];
const sortFour: Network = [
  0,
  1,
  [
    0,
    2,
    [
      1,
      2,
      [1, 3, [2, 3, '3210', '2310'], [0, 3, '2130', '2103']],
      [2, 3, [1, 3, '3120', '1320'], [0, 3, '1230', '1203']],
    ],
    [0, 3, [1, 3, '3102', '1302'], [2, 3, '1032', '1023']],
  ],
  [
    1,
    2,
    [
      0,
      2,
      [0, 3, [2, 3, '3201', '2301'], [1, 3, '2031', '2013']],
      [2, 3, [0, 3, '3021', '0321'], [1, 3, '0231', '0213']],
    ],
    [1, 3, [0, 3, '3012', '0312'], [2, 3, '0132', '0123']],
  ],
];

function applyNetwork<T>(
  items: T[],
  compare: Comparison<T>,
  network: Network,
  places: readonly number[],
): void {
  const elements = places.map((place) => items[place] as T);
  let rest = network;
  while (typeof rest !== 'string') {
    const [left, right, greater, otherwise] = rest;
    rest = compare(elements[left] as T, elements[right] as T) > 0 ? greater : otherwise;
  }
  for (let i = 0; i < places.length; i++) {
    items[places[i] as number] = elements[rest.charCodeAt(i) - 0x30] as T;
  }
}

/** A heap with four children per node; the last four elements are sorted by the network. */
function heapSort<T>(items: T[], compare: Comparison<T>, { from, to }: Range): void {
  const length = to - from;
  if (length <= 4) return sortFew(items, compare, { from, to });
  for (let node = (length - 1) >> 2; node >= 0; node--) {
    sift(items, compare, { from, to }, node, items[from + node] as T);
  }
  for (let last = to - 1; last > from + 4; last--) {
    const item = items[last] as T;
    items[last] = items[from] as T;
    sift(items, compare, { from, to: last }, 0, item);
  }
  swap(items, from, from + 4);
  sortFew(items, compare, { from, to: from + 4 });
}

/** Puts the item into the hole at a node, moving larger children up. */
function sift<T>(
  items: T[],
  compare: Comparison<T>,
  { from, to }: Range,
  node: number,
  item: T,
): void {
  let hole = node;
  for (;;) {
    const child = 4 * hole + 1;
    if (from + child >= to) break;
    const largest = largestChild(items, compare, from + child, Math.min(from + child + 4, to));
    if (compare(item, items[largest] as T) >= 0) break;
    items[from + hole] = items[largest] as T;
    hole = largest - from;
  }
  items[from + hole] = item;
}

function largestChild<T>(items: T[], compare: Comparison<T>, first: number, end: number): number {
  let largest = first;
  for (let i = first + 1; i < end; i++) {
    if (compare(items[largest] as T, items[i] as T) < 0) largest = i;
  }
  return largest;
}

function swap(items: unknown[], i: number, j: number): void {
  const item = items[i];
  items[i] = items[j];
  items[j] = item;
}
