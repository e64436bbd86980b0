import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { introsort } from '../../../../../src/lang/values/order/introsort.ts';
import { showValue } from '../../../../../src/lang/values/text/show.ts';
import { sortObjects, sortValues } from '../../../../../src/lang/values/order/sort.ts';
import {
  Decimal,
  ListValue,
  objectValue,
  TimeValue,
  unit,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';

const shown = (items: readonly PactValue[]): string => showValue(new ListValue(items));

describe('the order of values', () => {
  it.each<readonly [string, readonly PactValue[], string]>([
    [
      'by code point',
      ['\u{1f600}', '\uffff', 'b', 'B', ''],
      '["", "B", "b", "\uffff", "\u{1f600}"]',
    ],
    [
      'by kind',
      [new TimeValue(0n), true, unit, new Decimal(-5n, 1), 7n, 's', false],
      '["s", 7, -0.5, (), false, true, "1858-11-17T00:00:00Z"]',
    ],
    [
      'decimals by number',
      [new Decimal(15n, 1), new Decimal(2n, 0), new Decimal(150n, 2)],
      '[1.5, 1.50, 2.0]',
    ],
    ['two', [2n, 1n], '[1, 2]'],
    ['other values stay', [new ListValue([2n]), new ListValue([1n])], '[[2], [1]]'],
    // A list compares equal to everything, so the integers on both sides are never compared.
    ['three around a list', [2n, new ListValue([]), 1n], '[2, [], 1]'],
    ['four around a list', [3n, new ListValue([]), 1n, 2n], '[3, [], 1, 2]'],
  ])('%s', (_, items, expected) => {
    expect(shown(sortValues(items))).toBe(expected);
  });

  it('of objects compares the rightmost field first', () => {
    const object = (a: PactValue, b: PactValue) =>
      objectValue([
        ['a', a],
        ['b', b],
      ]);
    const objects = [object(2n, 'x'), object(1n, 'y'), object(1n, 'x')];
    expect(shown(sortObjects(['a', 'b'], objects))).toBe(
      shown([objects[2], objects[0], objects[1]] as PactValue[]),
    );
    expect(shown(sortObjects(['b', 'a'], objects))).toBe(
      shown([objects[2], objects[1], objects[0]] as PactValue[]),
    );
  });

  it('of objects treats missing fields, times and lists as equal', () => {
    const objects = [
      objectValue([['a', new TimeValue(9n)]]),
      objectValue([['a', new TimeValue(1n)]]),
      objectValue([['__proto__', 1n]]),
    ];
    expect(sortObjects(['a', '__proto__', 'constructor'], objects)).toEqual(objects);
  });
});

describe('introsort', () => {
  type Pair = readonly [key: number, position: number];
  const byKey = (left: Pair, right: Pair): number => left[0] - right[0];
  const pairs = (keys: readonly number[]): Pair[] => keys.map((key, i) => [key, i]);

  it('is stable below eighteen elements', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 17 }), (keys) => {
        expect(introsort(pairs(keys), byKey)).toEqual(pairs(keys).sort(byKey));
      }),
    );
  });

  it('sorts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 300 }), (keys) => {
        const sorted = introsort(pairs(keys), byKey);
        expect(sorted.map(([key]) => key)).toEqual([...keys].sort((a, b) => a - b));
        expect(new Set(sorted.map(([, position]) => position)).size).toBe(keys.length);
      }),
    );
  });

  // The library's orders: none of them is stable.
  it.each([
    [18, 2, '12 2 16 4 6 14 8 0 10 17 15 13 9 11 7 5 3 1'],
    [25, 3, '9 24 21 18 15 12 0 6 3 4 1 22 19 16 7 13 10 14 17 5 11 20 2 23 8'],
    [
      40,
      1,
      '30 22 23 24 25 26 27 28 29 21 31 32 33 34 35 36 37 38 39 0 9 1 2 3 4 5 6 7 8 20 10 11 12 13 14 15 16 17 18 19',
    ],
  ])('%i elements of %i keys', (count, keys, expected) => {
    const items = pairs(Array.from({ length: count }, (_, i) => (i * 7) % keys));
    expect(
      introsort(items, byKey)
        .map(([, position]) => position)
        .join(' '),
    ).toBe(expected);
  });

  it('falls back to a heap on input that defeats the choice of pivots', () => {
    const keys = killer(600);
    let comparisons = 0;
    const sorted = introsort(keys, (left, right) => {
      comparisons++;
      return left - right;
    });
    expect(sorted).toEqual([...keys].sort((a, b) => a - b));
    expect(comparisons).toBeLessThan(40_000);
  });
});

/** Chooses the results of comparisons so that every pivot is a small element: an adversary for quicksort. */
function killer(count: number): number[] {
  const values: (number | undefined)[] = Array<undefined>(count).fill(undefined);
  let solid = 0;
  let candidate = 0;
  introsort(
    values.map((_, i) => i),
    (left, right) => {
      if (values[left] === undefined && values[right] === undefined) {
        values[left === candidate ? left : right] = solid++;
      }
      if (values[left] === undefined) candidate = left;
      else if (values[right] === undefined) candidate = right;
      return (values[left] ?? count) - (values[right] ?? count);
    },
  );
  return values.map((value) => value ?? solid++);
}
