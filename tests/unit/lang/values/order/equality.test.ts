import { describe, expect, it } from 'vitest';
import { equalTypes, equalValues } from '../../../../../src/lang/values/order/equality.ts';
import {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../../../../../src/lang/values/names.ts';
import {
  anyListType,
  anyType,
  integerType,
  Schema,
  stringType,
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
  Unit,
  UserGuard,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';

const m = new ModuleName('m');
const n = new ModuleName('n');
const fun = new QualifiedName('f', m);
const hashes = [
  'A_fIcwIweiXXYXnKU59CNCAUoIXHXwQtB_D8xhEflLY',
  'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g',
] as const;
const token = (hash: string, ...args: PactValue[]) =>
  new CapToken(new FullyQualifiedName(m, 'C', hash), args);
const schema = (type: Type) => new Schema(fun, new Map([['a', type]]));
const table = (name: string, hash: string, type: Type) =>
  new TableValue(new TableName(name, m), hash, schema(type));
const keys = ['a', 'b'];

describe('values that are equal', () => {
  it.each<readonly [string, PactValue, PactValue]>([
    ['decimals of one number', new Decimal(10n, 1), new Decimal(100n, 2)],
    ['units', unit, new Unit()],
    ['times', new TimeValue(5n), new TimeValue(5n)],
    ['lists', new ListValue([1n, new ListValue(['a'])]), new ListValue([1n, new ListValue(['a'])])],
    [
      'objects',
      objectValue([
        ['a', 1n],
        ['__proto__', unit],
      ]),
      objectValue([
        ['__proto__', unit],
        ['a', 1n],
      ]),
    ],
    ['module references of one module', new ModRef(m, []), new ModRef(m, [n])],
    ['capability tokens', token(hashes[0], 1n), token(hashes[0], 1n)],
    [
      'references to one table',
      table('t', hashes[0], integerType),
      table('t', hashes[0], integerType),
    ],
    [
      'keysets',
      new KeySetGuard(keys, { kind: 'bare', name: 'p' }),
      new KeySetGuard(keys, { kind: 'bare', name: 'p' }),
    ],
    [
      'user guards',
      new UserGuard(fun, [unit]),
      new UserGuard(new QualifiedName('f', m), [new Unit()]),
    ],
    ['capability guards', new CapabilityGuard(fun, [], 'p'), new CapabilityGuard(fun, [], 'p')],
    ['module guards', new ModuleGuard(m, 'g'), new ModuleGuard(m, 'g')],
    ['pact guards', new DefPactGuard('p', 'g'), new DefPactGuard('p', 'g')],
  ])('%s', (_, left, right) => {
    expect(equalValues(left, right)).toBe(true);
    expect(equalValues(right, left)).toBe(true);
  });
});

describe('values that differ', () => {
  it.each<readonly [string, PactValue, PactValue]>([
    ['integer and decimal', 1n, new Decimal(1n, 0)],
    ['string and bool', 'true', true],
    ['list and object', new ListValue([]), objectValue([])],
    ['lists of other lengths', new ListValue([1n]), new ListValue([1n, 2n])],
    [
      'lists of other items',
      new ListValue(['a', new ListValue([1n])]),
      new ListValue(['a', new ListValue([2n])]),
    ],
    ['objects of other fields', objectValue([['a', 1n]]), objectValue([['b', 1n]])],
    [
      'objects of other values',
      objectValue([['a', unit]]),
      objectValue([['a', new Decimal(1n, 0)]]),
    ],
    [
      'objects and what they inherit',
      objectValue([['constructor', 1n]]),
      objectValue([['toString', 1n]]),
    ],
    ['modules', new ModRef(m, []), new ModRef(n, [])],
    ['versions of a token', token(hashes[0]), token(hashes[1])],
    ['arguments of a token', token(hashes[0], 1n), token(hashes[0], 2n)],
    ['versions of a table', table('t', hashes[0], integerType), table('t', hashes[1], integerType)],
    ['schemas of a table', table('t', hashes[0], integerType), table('t', hashes[0], stringType)],
    [
      'keyset predicates',
      new KeySetGuard(keys, { kind: 'keys-any' }),
      new KeySetGuard(keys, { kind: 'keys-2' }),
    ],
    [
      'bare and builtin predicates',
      new KeySetGuard(keys, { kind: 'bare', name: 'keys-any' }),
      new KeySetGuard(keys, { kind: 'keys-any' }),
    ],
    [
      'keys',
      new KeySetGuard(keys, { kind: 'keys-any' }),
      new KeySetGuard(['a'], { kind: 'keys-any' }),
    ],
    [
      'a dotted and a namespaced keyset name',
      new KeySetRefGuard(new KeySetName('n.k')),
      new KeySetRefGuard(new KeySetName('k', 'n')),
    ],
    ['pact ids', new CapabilityGuard(fun, [], 'p'), new CapabilityGuard(fun, [], undefined)],
    ['guards of other kinds', new ModuleGuard(m, 'g'), new DefPactGuard('m', 'g')],
  ])('%s', (_, left, right) => {
    expect(equalValues(left, right)).toBe(false);
    expect(equalValues(right, left)).toBe(false);
  });
});

it('compares types', () => {
  const list = (element: Type): Type => ({ kind: 'list', element });
  expect(equalTypes(list(list(anyType)), list(list(anyType)))).toBe(true);
  expect(equalTypes(list(anyType), anyListType)).toBe(false);
  expect(
    equalTypes({ kind: 'modref', interfaces: [m] }, { kind: 'modref', interfaces: [m, n] }),
  ).toBe(false);
  expect(
    equalTypes(
      { kind: 'object', schema: schema(anyType) },
      { kind: 'table', schema: schema(anyType) },
    ),
  ).toBe(false);
});

it('gives the same result when long values are compared again', () => {
  const long = (last: PactValue): ListValue =>
    new ListValue([...Array.from({ length: 100 }, (_, i) => BigInt(i)), last]);
  const [left, same, other] = [long('a'), long('a'), long('b')];
  for (let i = 0; i < 2; i++) {
    expect([equalValues(left, same), equalValues(left, other)]).toEqual([true, false]);
    expect([equalValues(other, left), equalValues(same, left)]).toEqual([false, true]);
    expect(equalValues(new ListValue([left]), new ListValue([other]))).toBe(false);
  }
});
