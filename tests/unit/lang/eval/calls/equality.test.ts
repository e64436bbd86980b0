// Comparisons in programs: results, and the order of charges.

import { describe, expect, it } from 'vitest';
import { noSpan } from '../../../../../src/base/span.ts';
import { GasMeter, labelText } from '../../../../../src/lang/gas/meter.ts';
import { tableModel } from '../../../../../src/lang/gas/model.ts';
import { compareLiterals, equalForPrograms } from '../../../../../src/lang/eval/calls/equality.ts';
import {
  FullyQualifiedName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../../../../../src/lang/values/names.ts';
import { Schema } from '../../../../../src/lang/values/type.ts';
import {
  CapabilityGuard,
  CapToken,
  Decimal,
  KeySetGuard,
  ListValue,
  ModRef,
  objectValue,
  TableValue,
  TimeValue,
  unit,
  UserGuard,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';

const list = (...items: readonly PactValue[]): ListValue => new ListValue(items);
const module = new ModuleName('m');
const member = (name: string): QualifiedName => new QualifiedName(name, module);
const hashed = (name: string, hash: string): FullyQualifiedName =>
  new FullyQualifiedName(module, name, hash);
const table = new TableValue(
  new TableName('t', module),
  'AAAA',
  new Schema(member('s'), new Map()),
);

/** Returns the result without and with gas, and the charges of the latter. */
function compared(left: PactValue, right: PactValue): { equal: boolean; charges: string[] } {
  const meter = new GasMeter(tableModel, 1_000_000_000);
  meter.startLog();
  const equal = equalForPrograms({ machine: { meter }, span: noSpan }, left, right);
  const free = equalForPrograms({ machine: { meter: undefined }, span: noSpan }, left, right);
  expect(free).toBe(equal);
  const charges = (meter.takeLog() ?? []).map(({ cost, label }) => {
    const words = labelText(label).replace(/^GComparison \((.*)\)$/, '$1');
    return `${words} ${cost}`;
  });
  return { equal, charges };
}

describe('equality', () => {
  it.each<readonly [string, PactValue, PactValue]>([
    ['strings', 'a', 'a'],
    ['integers', 1n, 1n],
    ['decimals by number', new Decimal(10n, 1), new Decimal(1n, 0)],
    ['units', unit, unit],
    ['times', new TimeValue(1n), new TimeValue(1n)],
    [
      'keysets',
      new KeySetGuard(['a'], { kind: 'keys-all' }),
      new KeySetGuard(['a'], { kind: 'keys-all' }),
    ],
    ['module references by module', new ModRef(module, []), new ModRef(module, [module])],
  ])('finds equal: %s', (_name, left, right) => {
    expect(compared(left, right).equal).toBe(true);
  });

  it.each<readonly [string, PactValue, PactValue]>([
    ['integer and decimal', 1n, new Decimal(1n, 0)],
    ['bool and string', true, 'true'],
    ['list and object', list(), objectValue([])],
    ['tables, even the same', table, table],
    ['values that contain a table', list(table), list(table)],
    ['other fields', objectValue([['a', 1n]]), objectValue([['b', 1n]])],
    [
      'tokens of other versions',
      new CapToken(hashed('C', 'AAAA'), []),
      new CapToken(hashed('C', 'AAAE'), []),
    ],
    ['user guards', new UserGuard(member('f'), [1n]), new UserGuard(member('f'), [2n])],
    [
      'pact ids',
      new CapabilityGuard(member('C'), [], undefined),
      new CapabilityGuard(member('C'), [], 'p'),
    ],
  ])('finds different: %s', (_name, left, right) => {
    expect(compared(left, right).equal).toBe(false);
  });

  it('charges part by part, up to the first difference', () => {
    const nested = (last: bigint): PactValue => list(list('ab', 1n), 2n, last, 'never');
    expect(compared(nested(3n), nested(4n)).charges).toEqual([
      'ListComparison 4 400',
      'ListComparison 2 200',
      'TextComparison "ab" 102',
      'IntComparison 1 1 164',
      'IntComparison 2 2 164',
      'IntComparison 3 4 164',
    ]);
    const object = (b: PactValue): PactValue =>
      objectValue([
        ['b', b],
        ['a', 1n],
      ]);
    expect(compared(object(2n), object(2n)).charges).toEqual([
      'ObjComparison 2 200',
      'IntComparison 1 1 164',
      'IntComparison 2 2 164',
    ]);
  });

  it('charges for equal sizes, before unequal fields', () => {
    expect(compared(list(1n), list()).charges).toEqual([]);
    expect(compared(objectValue([['a', 1n]]), objectValue([['b', 1n]])).charges).toEqual([
      'ObjComparison 1 100',
    ]);
    expect(compared(true, false).charges).toEqual([]);
    expect(compared(1n, 'a').charges).toEqual([]);
  });

  it('charges for the arguments of guards and tokens', () => {
    const guard = new UserGuard(member('f'), [1n]);
    expect(compared(guard, guard).charges).toEqual([
      'ListComparison 1 100',
      'IntComparison 1 1 164',
    ]);
    const token = new CapToken(hashed('C', 'AAAA'), ['a']);
    expect(compared(token, token).charges).toEqual([
      'ListComparison 1 100',
      'TextComparison "a" 101',
    ]);
  });

  it('is not limited by the depth of a value', () => {
    const deep = (leaf: PactValue): PactValue => {
      let value = leaf;
      for (let i = 0; i < 100_000; i++) value = list(value);
      return value;
    };
    expect(compared(deep(1n), deep(1n)).equal).toBe(true);
    expect(compared(deep(1n), deep(2n)).equal).toBe(false);
  });
});

describe('order', () => {
  const order = (left: string | bigint | boolean | Decimal, right: typeof left) =>
    compareLiterals({ machine: { meter: undefined }, span: noSpan }, left, right);

  it('is by value, within one type', () => {
    expect(order(1n, 2n)).toBeLessThan(0);
    expect(order('b', 'a')).toBeGreaterThan(0);
    expect(order('\u{ff5e}', '\u{1f600}')).toBeLessThan(0);
    expect(order(false, true)).toBeLessThan(0);
    expect(order(new Decimal(10n, 1), new Decimal(1n, 0))).toBe(0);
    expect(order(1n, new Decimal(1n, 0))).toBeUndefined();
    expect(order('a', true)).toBeUndefined();
  });
});
