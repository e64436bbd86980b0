import { describe, expect, it } from 'vitest';
import { render } from '../../../../../src/base/doc.ts';
import { prettyAbbreviated } from '../../../../../src/lang/values/text/abbreviate.ts';
import {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../../../../../src/lang/values/names.ts';
import { prettyCall, prettyValueText } from '../../../../../src/lang/values/text/pretty.ts';
import { showInserted, showValue } from '../../../../../src/lang/values/text/show.ts';
import { parseTime } from '../../../../../src/lang/values/time/time-parse.ts';
import {
  prettyTypeText,
  typeText,
  anyListType,
  anyObjectType,
  anyType,
  capTokenType,
  integerType,
  Schema,
  type Type,
} from '../../../../../src/lang/values/type.ts';
import { ValueTooLarge } from '../../../../../src/lang/values/value-too-large.ts';
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
  unit,
  UserGuard,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';

const module = new ModuleName('m', 'ns');
const fun = new QualifiedName('f', module);
const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const token = (...args: PactValue[]) =>
  new CapToken(new FullyQualifiedName(module, 'C', hash), args);
const keySet = (...keys: string[]) => new KeySetGuard(keys, { kind: 'keys-all' });
const schema = new Schema(fun, new Map([['a', integerType]]));
const time = parseTime('%F %T%Q', '2020-01-02 03:04:05.678') as PactValue;
const hex = (digit: string): string => digit.repeat(64);

describe('a value shown and printed', () => {
  it.each<readonly [PactValue, string, string]>([
    ['a"\n\\', '"a"\n\\"', '"a"\n\\"'],
    [-5n, '-5', '-5'],
    [true, 'true', 'true'],
    [unit, '()', '()'],
    [new Decimal(2n, 0), '2.0', '2.0'],
    [new Decimal(200n, 2), '2.00', '2.0'],
    [new Decimal(-1500n, 3), '-1.500', '-1.500'],
    [new Decimal(0n, 3), '0.000', '0.0'],
    [new Decimal(-5n, 2), '-0.05', '-0.05'],
    [time, '"2020-01-02T03:04:05Z"', '"2020-01-02T03:04:05Z"'],
    [
      new ListValue([1n, 'a', time]),
      '[1, "a", "2020-01-02T03:04:05Z"]',
      '[1 "a" "2020-01-02T03:04:05Z"]',
    ],
    [new ListValue([]), '[]', '[]'],
    [
      objectValue([
        ['b', new ListValue([])],
        ['a', 1n],
      ]),
      '{"a": 1,"b": []}',
      '{"a": 1,"b": []}',
    ],
    [objectValue([]), '{}', '{}'],
    [
      objectValue([
        ['__proto__', 1n],
        ['10', 2n],
      ]),
      '{"10": 2,"__proto__": 1}',
      '{"10": 2,"__proto__": 1}',
    ],
    [
      keySet('b', 'c'),
      'KeySet {keys: [b, c],pred: keys-all}',
      'KeySet {keys: [b, c],pred: keys-all}',
    ],
    [keySet(), 'KeySet {keys: [],pred: keys-all}', 'KeySet {keys: [],pred: keys-all}'],
    [new KeySetRefGuard(new KeySetName('k', 'n')), "'n.k", "'n.k"],
    [
      new UserGuard(fun, [1n, new ListValue([1n, 2n])]),
      'UserGuard {fun: ns.m.f,args: [1, [1, 2]]}',
      'UserGuard {fun: ns.m.f,args: [1, [1 2]]}',
    ],
    [
      new CapabilityGuard(fun, ['a'], undefined),
      'CapabilityGuard {name: ns.m.f,args: ["a"],pactId: }',
      'CapabilityGuard {name: ns.m.f,args: ["a"],pactId: }',
    ],
    [
      new CapabilityGuard(fun, [], 'p'),
      'CapabilityGuard {name: ns.m.f,args: [],pactId: p}',
      'CapabilityGuard {name: ns.m.f,args: [],pactId: p}',
    ],
    [
      new ModuleGuard(module, 'g'),
      'ModuleGuard {module: ns.m,name: g}',
      'ModuleGuard {module: ns.m,name: g}',
    ],
    [new DefPactGuard('p', 'g'), 'PactGuard {pactId: p,name: g}', 'PactGuard {pactId: p,name: g}'],
    [new ModRef(module, []), 'ns.m', 'ns.m'],
    [token(), 'CapToken(ns.m.C)', 'CapToken(ns.m.C)'],
    [token('a', 1n), 'CapToken(ns.m.C "a" 1)', 'CapToken(ns.m.C "a" 1)'],
    [new TableValue(new TableName('t', module), hash, schema), 'ns.m_t', 'ns.m_t'],
  ])('%o', (value, shown, printed) => {
    expect(showValue(value)).toBe(shown);
    expect(prettyValueText(value)).toBe(printed);
    expect(showInserted(value)).toBe(typeof value === 'string' ? value : shown);
  });
});

describe('where printing breaks lines', () => {
  it.each<readonly [string, PactValue, string]>([
    [
      'not in lists',
      new ListValue(Array<string>(50).fill('abc')),
      `[${'"abc" '.repeat(50).trim()}]`,
    ],
    ['a key and the predicate', keySet(hex('a')), `KeySet {keys: [${hex('a')}]\n,pred: keys-all}`],
    [
      'two keys',
      keySet(hex('a'), hex('b')),
      `KeySet {keys: [ ${hex('a')}\n              , ${hex('b')} ]\n,pred: keys-all}`,
    ],
    [
      'a guard with arguments',
      new UserGuard(fun, ['x'.repeat(40), 'y'.repeat(40)]),
      `UserGuard {fun: ns.m.f\n,args: [ "${'x'.repeat(40)}"\n       , "${'y'.repeat(40)}" ]}`,
    ],
    [
      'guards inside guards',
      new UserGuard(fun, [new UserGuard(fun, [keySet(hex('a'))])]),
      `UserGuard {fun: ns.m.f\n,args: [ UserGuard {fun: ns.m.f\n       ,args: [ KeySet {keys: [ ${hex('a')} ]\n              ,pred: keys-all} ]} ]}`,
    ],
    ['strings at their line feeds', new ListValue(['a\nb', 'c']), '["a\nb" "c"]'],
  ])('%s', (_, value, expected) => {
    expect(prettyValueText(value)).toBe(expected);
  });

  it('prints calls', () => {
    expect(render(prettyCall('m.C', ['a', 1n]))).toBe('(m.C "a" 1)');
    expect(render(prettyCall('m.C', []))).toBe('(m.C)');
  });
});

describe('limits', () => {
  const long = new ListValue(Array.from({ length: 100 }, (_, i) => BigInt(i)));

  it('cuts what is printed, or refuses', () => {
    expect(prettyValueText(long, { limit: 5 })).toBe('[0 1 2 ...]');
    expect(prettyValueText(new UserGuard(fun, [long, long]), { limit: 43 })).toBe(
      'UserGuard {fun: ns.m.f,args: [[0 1 ...]]}',
    );
    expect(() => prettyValueText(long, { limit: 5, beyond: 'throw' })).toThrow(ValueTooLarge);
  });

  it('refuses to show longer texts', () => {
    expect(showValue(long, 390)).toHaveLength(390);
    expect(() => showValue(long, 389)).toThrow(ValueTooLarge);
  });
});

describe('abbreviated, as in call stacks', () => {
  it.each<readonly [PactValue, string]>([
    ['abcdefghijklmn', '"abcdefghijklmn"'],
    ['abcdefghijklmno', '"abcdefghijkl..."'],
    ['\u{1f600}'.repeat(14), `"${'\u{1f600}'.repeat(14)}"`],
    ['\u{1f600}'.repeat(15), `"${'\u{1f600}'.repeat(12)}..."`],
    [123456789012n, '123456789012'],
    [1234567890123n, '123456789012...'],
    [new Decimal(10n ** 20n, 0), '100000000000000000000.0'],
    [new Decimal(123456789012345n, 10), '12345.678901...'],
    [unit, '()'],
    [time, '2020-01-02 03:04:05.678 UTC'],
    [new ListValue([1n, 2n, 3n]), '[1 2 3]'],
    [new ListValue(['abcdefghijklmnop', 2n]), '["abcdefghijk...]'],
    [objectValue([['a', 1n]]), '{"a": 1}'],
    [objectValue([['abc', 'defghijk']]), '{"abc": "defg...}'],
    [new ModRef(module, []), 'ns.m'],
    [token('abcdefghijklmnop', new ListValue([])), `(ns.m.C.{${hash}} "abcdefghijkl..." [])`],
    [token(), `(ns.m.C.{${hash}})`],
    [keySet('a'), 'KeySet {keys: [a],pred: keys-all}'],
    [new UserGuard(fun, ['abcdefghijklmnop']), 'UserGuard {fun: ns.m.f,args: ["abcdefghijkl..."]}'],
    [
      new CapabilityGuard(fun, [keySet('a')], 'p'),
      'CapabilityGuard {name: ns.m.f,args: [KeySet {keys: [a],pred: keys-all}],pactId: p}',
    ],
    [
      new TableValue(new TableName('a-rather-long-name', module), hash, schema),
      'ns.m_a-rather-lon...',
    ],
  ])('%o', (value, expected) => {
    expect(render(prettyAbbreviated(value), { width: 1000 })).toBe(expected);
  });
});

it.each<readonly [Type, string, string]>([
  [integerType, 'integer', 'integer'],
  [{ kind: 'list', element: integerType }, '[integer]', 'list integer'],
  [{ kind: 'list', element: anyListType }, '[list]', 'list (list)'],
  [anyListType, 'list', 'list'],
  [
    { kind: 'modref', interfaces: [new ModuleName('a'), module] },
    'module{a, ns.m}',
    'module{a, ns.m}',
  ],
  [{ kind: 'object', schema }, 'object{ns.m.f}', 'object{ns.m.f}'],
  [anyObjectType, 'object', 'object'],
  [{ kind: 'table', schema }, 'table{ns.m.f}', 'table{ns.m.f}'],
  [capTokenType, 'CAPTOKEN', 'cap-token'],
  [anyType, '*', '*'],
])('type %o', (type, text, printed) => {
  expect(typeText(type)).toBe(text);
  expect(prettyTypeText(type)).toBe(printed);
});
