// Values, names and terms survive an image unchanged; what an image cannot hold is refused.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred.ts';
import { Source, Span } from '../../../../src/base/span.ts';
import type { Term } from '../../../../src/lang/core/model/term.ts';
import { Store } from '../../../../src/lang/db/store.ts';
import { KnownParts, NotKept, languageClasses } from '../../../../src/lang/image/format.ts';
import { ImageWriter } from '../../../../src/lang/image/image-writer.ts';
import { Image } from '../../../../src/lang/image/image.ts';
import {
  anyListType,
  anyObjectType,
  anyType,
  capTokenType,
  integerType,
  type Type,
} from '../../../../src/lang/values/type.ts';
import {
  ListValue,
  objectValue,
  UserGuard,
  type PactValue,
} from '../../../../src/lang/values/value.ts';
import { ModuleName, QualifiedName } from '../../../../src/lang/values/names.ts';
import { value as anyValue } from '../values/arbitrary-values.ts';

const source = new Source('a.pact', '(one) (two)\n(three)');
const classes = languageClasses;

const moduleMember = new QualifiedName('check', new ModuleName('m'));

function written(value: unknown, known = new KnownParts()): Uint8Array {
  const writer = new ImageWriter(known, { classes, inputOf: () => undefined });
  writer.root(value);
  return writer.finish();
}

function read(...images: readonly Uint8Array[]): Image {
  let at = 0;
  const starts = images.map((image) => (at += image.length) - image.length);
  const sourceOf = () => source;
  return new Image(Buffer.concat(images), starts, { classes, sourceOf });
}

const again = (value: unknown): unknown => read(written(value)).root(0, 0);

test('values of the language survive', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(again(value)).toEqual(value);
    }),
  );
});

test('numbers and texts of every kind survive', () => {
  const values = [
    0,
    -1,
    127,
    128,
    2 ** 31,
    2 ** 50,
    -(2 ** 50),
    2 ** 53 - 1,
    2 ** 60,
    0.5,
    -0,
    Infinity,
  ];
  const integers = [0n, -1n, 2n ** 50n, -(2n ** 51n), 2n ** 64n, -(2n ** 600n)];
  const texts = [
    '',
    'a',
    'é',
    '\ud800',
    '\u{1f600}',
    'x'.repeat(70),
    'ü'.repeat(9000),
    'k'.repeat(64),
  ];
  const bytes = Uint8Array.of(1, 255, 0);
  expect(again([bytes, 'after'])).toEqual([Buffer.from(bytes), 'after']);
  for (const each of [...values, ...integers, ...texts, true, false, undefined]) {
    expect(again(each)).toBe(each);
  }
});

test('a later image refers to the contents of an earlier one', () => {
  const known = new KnownParts();
  const row = new Map([['n', objectValue([['a', 'x'.repeat(500)]])]]);
  const table = new Store<Map<string, unknown>>();
  table.set('1', row, undefined);
  const first = written({ table }, known);
  const same = written({ table }, known);
  expect(same.length).toBeLessThan(60);
  table.set('2', new Map(row), undefined);
  const second = written({ table }, known);
  const image = read(first, same, second);
  const tables = [0, 1, 2].map((i) => (image.root(i, 0) as { table: typeof table }).table);
  expect(tables.map((each) => each.keys())).toEqual([['1'], ['1'], ['1', '2']]);
  expect(tables[2]?.get('1')).toEqual(row);
});

test('terms survive, however deep, and are read on demand', () => {
  const span = (start: number, end: number) => new Span(source, start, end);
  let term: Term = { kind: 'literal', literal: { kind: 'integer', value: 7n }, span: span(7, 10) };
  for (let i = 0; i < 50_000; i++) {
    const first: Term = { kind: 'builtin', name: 'length', span: span(1, 4) };
    term = { kind: 'sequence', first, second: term, span: span(0, 5) };
  }
  const defun = { kind: 'defun', term, span: span(0, 19) };
  const image = read(written({ defun }));
  let back = (image.root(0, 0) as { defun: { term: Term } }).defun.term;
  for (; back.kind === 'sequence'; back = back.second) expect(back.first.kind).toBe('builtin');
  expect(back.kind === 'literal' && back.span.text).toBe('two');
});

test('terms keep the types of their variables', () => {
  const span = new Span(source, 0, 5);
  const body: Term = { kind: 'literal', literal: { kind: 'bool', value: true }, span };
  const list: Type = { kind: 'list', element: capTokenType };
  const types = [integerType, anyType, capTokenType, anyListType, anyObjectType, list];
  const params = types.map((type, i) => ({ name: `x${i}`, type, span }));
  const term = { kind: 'lambda', params, body, span } as Term;
  const image = read(written({ defun: { kind: 'defun', term, span } }));
  const back = (image.root(0, 0) as { defun: { term: Term } }).defun.term;
  expect(back.kind === 'lambda' && back.params.map(({ type }) => type)).toEqual(types);
});

test('deferred contents are read on demand, and written again without being read', () => {
  const value = { name: 'm', dependencies: new Map() };
  const first = written([Deferred.of(value)]);
  const image = read(first);
  const [deferred] = image.root(0, 0) as [Deferred<typeof value>];
  const second = written([deferred], image.known);
  const [later] = read(first, second).root(1, 0) as [Deferred<typeof value>];
  expect(later.value).toEqual(value);
});

test('a repeated value is written once, in this image and later ones', () => {
  const known = new KnownParts();
  let braid: PactValue = new ListValue(['a']);
  for (let i = 0; i < 30; i++) {
    const guard: PactValue = new UserGuard(moduleMember, [braid, braid]);
    braid = new ListValue([braid, objectValue([['o', braid]]), guard]);
  }
  const first = written([braid, 'one'], known);
  const second = written([braid, braid, 'two'], known);
  expect(first.length).toBeLessThan(10_000);
  expect(second.length).toBeLessThan(10_000);
  const image = read(first, second);
  for (const [number, rest] of [['one'], ['two']].entries()) {
    const back = image.root(number, 0) as readonly PactValue[];
    expect(back.at(-1)).toBe(rest[0]);
    let [left, right]: PactValue[] = [back[0] as PactValue, braid];
    for (; right instanceof ListValue && left instanceof ListValue;) {
      expect(left.length).toBe(right.length);
      [left, right] = [left.items[0] as PactValue, right.items[0] as PactValue];
    }
    expect(left).toBe('a');
    expect(right).toBe('a');
  }
});

test('repeated values count with all that they contain', () => {
  const nested = (inner: PactValue): ListValue => {
    let value = new ListValue([inner]);
    for (let i = 1; i < 40; i++) value = new ListValue([value]);
    return value;
  };
  const first = nested('a');
  const second = nested(first);
  expect(again([first, second, 'end'])).toEqual([first, second, 'end']);
  expect(() => written([first, second, nested(second)])).toThrow(NotKept);
});

test('functions, foreign classes and overly nested values are refused', () => {
  let deep = new ListValue([]);
  for (let i = 0; i < 200; i++) deep = new ListValue([deep]);
  for (const value of [() => 1, new Date(0), Symbol('s'), deep, { a: [new WeakMap()] }]) {
    expect(() => written(value)).toThrow(NotKept);
  }
});
