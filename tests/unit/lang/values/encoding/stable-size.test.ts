// The size of JSON that is not written equals that of the JSON, and parts that values share cost nothing again.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Length } from '../../../../../src/base/bytes.ts';
import { SharedSum } from '../../../../../src/lang/values/encoding/shared-sum.ts';
import {
  encodeStable,
  encodeStableFields,
  encodeStableList,
} from '../../../../../src/lang/values/encoding/stable-json.ts';
import { StableSizes } from '../../../../../src/lang/values/encoding/stable-size.ts';
import { showValue } from '../../../../../src/lang/values/text/show.ts';
import { partsCost } from '../../../../../src/lang/values/text/nested-text.ts';
import { maxParts, ValueTooLarge } from '../../../../../src/lang/values/value-too-large.ts';
import {
  ListValue,
  objectValue,
  UserGuard,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';
import { ModuleName, QualifiedName } from '../../../../../src/lang/values/names.ts';
import { runCount } from '../../../../support/run-count.ts';
import { value } from '../arbitrary-values.ts';

const fun = new QualifiedName('f', new ModuleName('m'));

/** Ways to put a value twice into one that contains nothing else. */
const doublings: readonly ((inner: PactValue) => PactValue)[] = [
  (inner) => new ListValue([inner, inner]),
  (inner) =>
    objectValue([
      ['a', inner],
      ['é', inner],
    ]),
  (inner) => new UserGuard(fun, [inner, inner]),
];

function doubled(levels: number, innermost: PactValue, way = doublings[0]!): PactValue {
  let made = innermost;
  for (let i = 0; i < levels; i++) made = way(made);
  return made;
}

describe('the size of JSON', () => {
  test('equals the bytes that are written, for one value, a list and an object', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 3 }), fc.string(), (values, name) => {
        const fields = new Map(values.map((each, i) => [`${name}${i}`, each] as const));
        const sizes = new StableSizes();
        for (const each of values) expect(sizes.of(each)).toBe(utf8Length(encodeStable(each)));
        expect(sizes.ofList(values)).toBe(utf8Length(encodeStableList(values)));
        expect(sizes.ofFields(fields)).toBe(utf8Length(encodeStableFields(fields)));
      }),
      { numRuns: runCount(1000) },
    );
  });

  test('equals the bytes that are written for values that share parts', () => {
    fc.assert(
      fc.property(
        value,
        fc.array(fc.nat(2), { maxLength: 6 }),
        fc.array(fc.boolean(), { maxLength: 20 }),
        (innermost, ways, more) => {
          const inner = ways.reduce<PactValue>((made, way) => doublings[way]!(made), innermost);
          const whole = new ListValue(more.map((isInner) => (isInner ? inner : innermost)));
          expect(new StableSizes().of(whole)).toBe(utf8Length(encodeStable(whole)));
        },
      ),
      { numRuns: runCount(300) },
    );
  });

  test('is exact at a limit, and above it only larger than the limit', () => {
    fc.assert(
      fc.property(value, (any) => {
        const bytes = utf8Length(encodeStable(any));
        expect(new StableSizes().of(any, bytes)).toBe(bytes);
        expect(new StableSizes().of(any, bytes - 1)).toBeGreaterThan(bytes - 1);
      }),
      { numRuns: runCount(300) },
    );
  });

  test.each(doublings.map((way, i) => [i, way] as const))(
    'of values that double with each level is known at once: %i',
    (_, way) => {
      const [once, twice] = [doubled(1, 1n, way), doubled(2, 1n, way)].map((each) =>
        new StableSizes().of(each),
      ) as [number, number];
      // Each level doubles the size and adds the same.
      const added = twice - 2 * once;
      const expected = (once + added) * 2 ** 17 - added;
      expect(new StableSizes().of(doubled(18, 1n, way))).toBe(expected);
      expect(new StableSizes().of(doubled(2000, 1n, way))).toBe(Infinity);
    },
  );

  test('is unlimited if the value has more parts than an encoder writes', () => {
    const thousand = new ListValue(Array.from({ length: 1024 }, () => true));
    const times = Math.floor(maxParts / 1025);
    const parts = (count: number) =>
      new ListValue([
        ...Array.from({ length: times }, () => thousand),
        ...Array.from({ length: count - times * 1025 }, () => false),
      ]);
    expect(new StableSizes().of(parts(maxParts))).toBeLessThan(Infinity);
    expect(() => encodeStable(parts(maxParts))).not.toThrow();
    expect(new StableSizes().of(parts(maxParts + 1))).toBe(Infinity);
    expect(() => encodeStable(parts(maxParts + 1))).toThrow(ValueTooLarge);
    expect(new StableSizes().ofList([parts(maxParts - 1)])).toBeLessThan(Infinity);
    expect(new StableSizes().ofList([parts(maxParts)])).toBe(Infinity);
  });
});

test('parts are counted as they are written', () => {
  const cost = (each: PactValue) => new SharedSum(partsCost).of(each);
  expect(cost(1n)).toBe(0);
  expect(cost(new ListValue([1n, new ListValue([2n])]))).toBe(3);
  expect(cost(objectValue([['a', new ListValue([2n])]]))).toBe(5);
  expect(cost(new UserGuard(fun, [1n, 2n]))).toBe(2);
});

test.each([encodeStable, showValue])(
  'a value with too many parts is refused at once: %o',
  (write) => {
    for (const way of doublings) {
      expect(() => write(doubled(1000, 1n, way))).toThrow(ValueTooLarge);
    }
  },
);
