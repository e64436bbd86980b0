import fc from 'fast-check';
import { expect, test } from 'vitest';
import { introsort } from '../../../../../src/lang/values/order/introsort.ts';
import {
  sortAlike,
  compareForSort,
  compareLiterals,
  sortObjects,
  sortValues,
} from '../../../../../src/lang/values/order/sort.ts';
import {
  unitedObjects,
  Decimal,
  ListValue,
  objectValue,
  TimeValue,
  type ObjectValue,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';

const integers = fc.oneof(fc.bigInt(-5n, 5n), fc.bigInt(-(2n ** 70n), 2n ** 70n));
const strings = fc.string({ unit: fc.constantFrom('a', 'b', '€', '\uffff', '😀'), maxLength: 5 });
const times = fc.bigInt(-(2n ** 62n), 2n ** 62n).map((micros) => new TimeValue(micros));
const alike: fc.Arbitrary<PactValue[]> = fc.oneof(
  fc.array(fc.bigInt(-9n, 9n), { maxLength: 60 }),
  fc.array(integers, { maxLength: 60 }),
  fc.array(strings, { maxLength: 60 }),
  fc.array(fc.boolean(), { maxLength: 60 }),
  fc.array(times, { maxLength: 60 }),
);

test('elements of one type are sorted as in the reference', () => {
  fc.assert(
    fc.property(alike, (items) => {
      expect(sortAlike(items)).toEqual(introsort(items, compareForSort));
    }),
  );
});

test('decimals, and elements of several types, are left to its algorithm', () => {
  expect(sortAlike([new Decimal(1n, 0), new Decimal(10n, 1)])).toBeUndefined();
  expect(sortAlike([1n, 'a'])).toBeUndefined();
  expect(sortAlike([new TimeValue(0n), true])).toBeUndefined();
});

const decimals = fc
  .tuple(fc.bigInt(-300n, 300n), fc.nat(4))
  .map(([mantissa, places]) => new Decimal(mantissa, places));
const lists = fc.bigInt(0n, 9n).map((item) => new ListValue([item]));

test('decimals, and values without an order, are sorted as in the reference', () => {
  const several = fc.oneof(
    fc.array(decimals, { maxLength: 60 }),
    fc.array(lists, { maxLength: 60 }),
    fc.array(fc.oneof(lists, times), { maxLength: 40 }),
    fc.array(fc.oneof(decimals, integers), { maxLength: 40 }),
    fc.array(fc.oneof(lists, decimals), { maxLength: 40 }),
  );
  fc.assert(
    fc.property(several, (items: readonly PactValue[]) => {
      expect(sortValues(items)).toEqual(introsort(items, compareForSort));
    }),
  );
});

const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'none'), { maxLength: 6 });
const values: fc.Arbitrary<PactValue> = fc.oneof(fc.bigInt(0n, 2n), fc.boolean(), times);
const objects = fc.array(
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'id'), values).map(objectOf),
  { maxLength: 40 },
);

test('objects are sorted as if every comparison checked every field', () => {
  fc.assert(
    fc.property(keys, objects, (fields, list) => {
      const expected = introsort(list, (left, right) => compareByAll(fields, left, right));
      expect(sortObjects(fields, list)).toEqual(expected);
    }),
  );
});

test('a union has the fields of both in order, and the values of the left', () => {
  fc.assert(
    fc.property(
      fc.dictionary(strings, values).map(objectOf),
      fc.dictionary(strings, values).map(objectOf),
      (left, right) => {
        const expected = objectValue([...right.fields, ...left.fields]);
        expect([...unitedObjects(left, right).fields]).toEqual([...expected.fields]);
      },
    ),
  );
});

function objectOf(fields: Readonly<Record<string, PactValue>>): ObjectValue {
  return objectValue(Object.entries(fields));
}

function compareByAll(fields: readonly string[], left: ObjectValue, right: ObjectValue): number {
  for (const field of fields.toReversed()) {
    const [a, b] = [left.fields.get(field), right.fields.get(field)];
    if (a === undefined || b === undefined) continue;
    const order = compareLiterals(a, b);
    if (order !== undefined && order !== 0) return order;
  }
  return 0;
}
