import { describe, expect, it } from 'vitest';
import {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../../../../../src/lang/values/names.ts';
import {
  sizeOfGuard,
  sizeOfInteger,
  sizeOfModuleName,
  sizeOfRow,
  sizeOfType,
  sizeOfValue,
} from '../../../../../src/lang/values/encoding/size.ts';
import {
  anyListType,
  integerType,
  Schema,
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
  type PactValue,
} from '../../../../../src/lang/values/value.ts';

const m = new ModuleName('m');
const nsm = new ModuleName('m', 'ns');
const fun = new QualifiedName('f', m);
const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const schema = new Schema(fun, new Map([['a', integerType]]));

describe('sizes of values', () => {
  it.each<readonly [PactValue, number]>([
    [1n, 12],
    [2n ** 63n, 12],
    [2n ** 72n - 1n, 13],
    [-(2n ** 72n), 13],
    [2n ** 79n, 14],
    [new Decimal(1n, 5), 14],
    [true, 5],
    ['', 8],
    ['é', 10],
    [unit, 4],
    [new TimeValue(0n), 10],
    [new ListValue([]), 7],
    [new ListValue([1n, 'a']), 7 + 12 + 9],
    [objectValue([['a', 1n]]), 25],
    [new ModRef(m, [nsm]), 2 + 1 + 8 + 5 + (1 + 5 + 2 + 6)],
    [new CapToken(new FullyQualifiedName(m, 'C', hash), [1n]), 2 + 1 + (1 + 8 + 5 + 36) + 5 + 12],
    [
      new TableValue(new TableName('t', m), hash, schema),
      2 + 1 + (1 + 5 + 8) + 36 + (1 + 14 + 5 + 1 + 5 + 3),
    ],
  ])('%o is %i bytes', (value, size) => {
    expect(sizeOfValue(value)).toBe(size);
  });

  it.each([
    [new KeySetGuard(['ab'], { kind: 'keys-all' }), 2 + 1 + 5 + 6 + 2],
    [new KeySetGuard([], { kind: 'bare', name: 'p' }), 2 + 1 + 5 + 2 + 2 + 5],
    [new KeySetGuard([], { kind: 'qualified', name: fun }), 2 + 1 + 5 + 2 + 2 + 14],
    [new KeySetRefGuard(new KeySetName('k', 'n')), 2 + 1 + 5 + 2 + 5],
    [new UserGuard(fun, [1n]), 2 + 1 + 14 + 5 + 12],
    [new CapabilityGuard(fun, [], undefined), 2 + 1 + 14 + 5 + 2],
    [new CapabilityGuard(fun, [], 'p'), 2 + 1 + 14 + 5 + 2 + 5],
    [new ModuleGuard(m, 'g'), 2 + 1 + 8 + 5],
    [new DefPactGuard('p', 'g'), 2 + 1 + 5 + 5],
  ])('%o is %i bytes, and two more as a value', (guard, size) => {
    expect(sizeOfGuard(guard)).toBe(size);
    expect(sizeOfValue(guard)).toBe(size + 2);
  });

  it('the size of a row is that of the map', () => {
    expect(
      sizeOfRow(
        new Map<string, PactValue>([
          ['col1', 1n],
          ['col2', 'a'],
        ]),
      ),
    ).toBe(44);
  });

  it.each([
    [0n, 8],
    [2n ** 64n - 1n, 8],
    [2n ** 71n - 1n, 8],
    [2n ** 71n, 9],
  ])('integer %s', (value, size) => {
    expect(sizeOfInteger(value)).toBe(size);
  });

  it.each<readonly [Type, number]>([
    [integerType, 3],
    [{ kind: 'list', element: integerType }, 5],
    [anyListType, 2],
    [{ kind: 'modref', interfaces: [m] }, 2 + 5 + 8],
    [{ kind: 'object', schema }, 2 + 1 + 14 + 5 + 9],
  ])('type %o', (type, size) => {
    expect(sizeOfType(type)).toBe(size);
  });

  it('modules by name', () => {
    expect(sizeOfModuleName(new ModuleName('testmodule'))).toBe(17);
  });
});

describe('measuring', () => {
  it('gives the same result again, with and without limits', () => {
    const leaves = new ListValue(Array.from({ length: 30 }, (_, i) => BigInt(i)));
    const value = new ListValue([leaves, objectValue([['a', leaves]]), leaves]);
    const size = 7 + 3 * (7 + 30 * 12) + (7 + 1 + 5);
    for (let i = 0; i < 3; i++) expect(sizeOfValue(value)).toBe(size);
    expect(sizeOfValue(value, size)).toBe(size);
    expect(sizeOfValue(value, size - 1)).toBeGreaterThan(size - 1);
    expect(sizeOfValue(value, 10)).toBeGreaterThan(10);
    expect(sizeOfValue(value)).toBe(size);
  });
});
