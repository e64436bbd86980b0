import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalValues } from '../../../../../src/lang/values/order/equality.ts';
import {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../../../../../src/lang/values/names.ts';
import { compareValues } from '../../../../../src/lang/values/order/order.ts';
import {
  anyListType,
  anyObjectType,
  anyType,
  boolType,
  capTokenType,
  decimalType,
  guardType,
  integerType,
  Schema,
  stringType,
  timeType,
  unitType,
  type Type,
} from '../../../../../src/lang/values/type.ts';
import {
  CapabilityGuard,
  CapToken,
  Decimal,
  DefPactGuard,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  ModuleGuard,
  objectValue,
  TableValue,
  TimeValue,
  unit,
  UserGuard,
  type KeySetPredicate,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';
import { value } from '../arbitrary-values.ts';

const m = new ModuleName('m');
const inNamespace = new ModuleName('m', 'a');
const later = new ModuleName('n');
const f = new QualifiedName('f', m);
const list = (...items: PactValue[]): ListValue => new ListValue(items);
const keySet = (keys: readonly string[], predicate: KeySetPredicate): KeySetGuard =>
  new KeySetGuard(keys, predicate);
const all = { kind: 'keys-all' } as const;
// Of 32 zero bytes, and of 31 zero bytes and a one; as strings they happen to have the same order.
const hashes = ['A'.repeat(43), `${'A'.repeat(42)}E`] as const;
const token = (module: ModuleName, name: string, hash: string, ...args: PactValue[]): CapToken =>
  new CapToken(new FullyQualifiedName(module, name, hash), args);
const tableOf = (name: string, module: ModuleName, hash: string, schema: Schema): TableValue =>
  new TableValue(new TableName(name, module), hash, schema);
const schema = (name: QualifiedName, ...fields: [string, Type][]): Schema =>
  new Schema(name, new Map(fields));
const nothing = schema(f);
const typed = (type: Type): TableValue => tableOf('t', m, hashes[0], schema(f, ['a', type]));

/** As the reference derives the order, ascending. */
const ascending: readonly (readonly [string, readonly PactValue[]])[] = [
  [
    'literals',
    ['', 'B', 'b', 'ba', '\uffff', '\u{1f600}', -5n, 7n, new Decimal(-5n, 1), new Decimal(15n, 1)],
  ],
  ['literals of few values', [new Decimal(2n, 0), unit, false, true]],
  ['kinds', ['x', list('a'), keySet([], all), objectValue([]), new ModRef(m, [])]],
  ['more kinds', [new ModRef(m, []), token(m, 'C', hashes[0]), typed(anyType), new TimeValue(0n)]],
  ['times', [new TimeValue(-1n), new TimeValue(0n), new TimeValue(2n ** 62n)]],
  ['lists', [list(), list(1n), list(1n, 1n), list(1n, 2n), list(2n), list(list()), list(list(1n))]],
  [
    'objects, field by field',
    [
      objectValue([]),
      objectValue([['a', 1n]]),
      objectValue([
        ['a', 1n],
        ['b', 0n],
      ]),
      objectValue([['a', 2n]]),
      objectValue([['b', 0n]]),
    ],
  ],
  [
    'guards',
    [
      keySet(['z'], all),
      new KeySetRefGuard(new KeySetName('a')),
      new UserGuard(f, []),
      new CapabilityGuard(f, [], undefined),
      new ModuleGuard(m, 'a'),
      new DefPactGuard('a', 'a'),
    ],
  ],
  [
    'keysets',
    [
      keySet([], all),
      keySet(['a'], all),
      keySet(['a'], { kind: 'keys-2' }),
      keySet(['a'], { kind: 'keys-any' }),
      keySet(['a'], { kind: 'qualified', name: new QualifiedName('z', m) }),
      keySet(['a'], { kind: 'qualified', name: new QualifiedName('a', later) }),
      keySet(['a'], { kind: 'bare', name: 'a' }),
      keySet(['a'], { kind: 'bare', name: 'b' }),
      keySet(['a', 'b'], all),
      keySet(['b'], all),
    ],
  ],
  [
    'names of keysets',
    [
      new KeySetRefGuard(new KeySetName('a')),
      new KeySetRefGuard(new KeySetName('a', 'm')),
      new KeySetRefGuard(new KeySetName('a', 'n')),
      new KeySetRefGuard(new KeySetName('b', 'a')),
    ],
  ],
  [
    'user guards, whose modules come first',
    [
      new UserGuard(f, []),
      new UserGuard(f, [1n]),
      new UserGuard(new QualifiedName('g', m), []),
      new UserGuard(new QualifiedName('a', inNamespace), []),
      new UserGuard(new QualifiedName('a', later), []),
    ],
  ],
  [
    'capability guards',
    [
      new CapabilityGuard(f, [], undefined),
      new CapabilityGuard(f, [], 'a'),
      new CapabilityGuard(f, [1n], undefined),
      new CapabilityGuard(new QualifiedName('g', m), [], undefined),
    ],
  ],
  [
    'guards of modules',
    [new ModuleGuard(m, 'a'), new ModuleGuard(m, 'b'), new ModuleGuard(inNamespace, 'a')],
  ],
  [
    'guards of defpacts',
    [new DefPactGuard('a', 'b'), new DefPactGuard('b', 'a'), new DefPactGuard('b', 'b')],
  ],
  [
    'module references',
    [new ModRef(m, [later]), new ModRef(inNamespace, []), new ModRef(later, [])],
  ],
  [
    'tokens',
    [
      token(m, 'C', hashes[0], 1n),
      token(m, 'C', hashes[1]),
      token(m, 'C', hashes[1], 1n),
      token(m, 'D', hashes[0]),
      token(later, 'C', hashes[0]),
    ],
  ],
  [
    'tables, whose names come before their modules',
    [
      tableOf('t', m, hashes[0], nothing),
      tableOf('t', m, hashes[0], schema(f, ['a', integerType])),
      tableOf('t', m, hashes[0], schema(f, ['a', decimalType])),
      tableOf('t', m, hashes[0], schema(f, ['b', integerType])),
      tableOf('t', m, hashes[0], schema(new QualifiedName('g', m))),
      tableOf('t', m, hashes[1], nothing),
      tableOf('t', later, hashes[0], nothing),
      tableOf('u', m, hashes[0], nothing),
    ],
  ],
  [
    'types',
    [
      integerType,
      decimalType,
      boolType,
      stringType,
      guardType,
      timeType,
      unitType,
      { kind: 'list', element: integerType } as const,
      { kind: 'list', element: anyType } as const,
      anyListType,
      { kind: 'modref', interfaces: [] } as const,
      { kind: 'modref', interfaces: [m] } as const,
      { kind: 'modref', interfaces: [later] } as const,
      { kind: 'object', schema: nothing } as const,
      anyObjectType,
      { kind: 'table', schema: nothing } as const,
      capTokenType,
      anyType,
    ].map(typed),
  ],
];

describe('the order that the reference derives', () => {
  it.each(ascending)('of %s', (_, values) => {
    for (const [i, left] of values.entries()) {
      for (const [j, right] of values.entries()) {
        expect([left, right, Math.sign(compareValues(left, right))]).toEqual([
          left,
          right,
          Math.sign(i - j),
        ]);
      }
    }
  });

  it.each([
    ['decimals of one number', new Decimal(10n, 1), new Decimal(100n, 2)],
    ['references to one module', new ModRef(m, []), new ModRef(m, [later])],
  ])('treats %s as equal', (_, left, right) => {
    expect(compareValues(list(left), list(right))).toBe(0);
  });

  it('is total, and consistent with equality', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        const order = compareValues(a, b);
        expect(Math.sign(compareValues(b, a))).toBe(-Math.sign(order) + 0);
        expect(order === 0).toBe(equalValues(a, b));
        if (order <= 0 && compareValues(b, c) <= 0) {
          expect(compareValues(a, c)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});
