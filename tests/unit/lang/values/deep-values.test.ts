// Values may be nested deeper than the JavaScript stack, and may share parts, so that they have more leaves than could ever
// be visited. No walker may fail on them.

import { describe, expect, it } from 'vitest';
import { render } from '../../../../src/base/doc.ts';
import { readJson } from '../../../../src/base/json-reader.ts';
import { prettyAbbreviated } from '../../../../src/lang/values/text/abbreviate.ts';
import { readCbor } from '../../../../src/base/cbor-reader.ts';
import { CborWriter } from '../../../../src/lang/values/encoding/cbor-writer.ts';
import { equalValues } from '../../../../src/lang/values/order/equality.ts';
import { hashValue, encodeStable } from '../../../../src/lang/values/encoding/stable-json.ts';
import { ModuleName, QualifiedName } from '../../../../src/lang/values/names.ts';
import { compareValues } from '../../../../src/lang/values/order/order.ts';
import { prettyValueText } from '../../../../src/lang/values/text/pretty.ts';
import { showValue } from '../../../../src/lang/values/text/show.ts';
import { sizeOfValue } from '../../../../src/lang/values/encoding/size.ts';
import { decodeStable } from '../../../../src/lang/values/encoding/stable-decode.ts';
import { readPactValue, writePactValue } from '../../../../src/lang/values/encoding/value-cbor.ts';
import { ValueTooLarge } from '../../../../src/lang/values/value-too-large.ts';
import {
  ListValue,
  objectValue,
  UserGuard,
  type PactValue,
} from '../../../../src/lang/values/value.ts';

const fun = new QualifiedName('f', new ModuleName('m'));

const nest = (levels: number, wrap: (inner: PactValue) => PactValue): PactValue => {
  let value: PactValue = 1n;
  for (let i = 0; i < levels; i++) value = wrap(value);
  return value;
};
const wrappers = [
  ['lists', (inner: PactValue) => new ListValue([inner])],
  ['objects', (inner: PactValue) => objectValue([['a', inner]])],
  ['guards', (inner: PactValue) => new UserGuard(fun, [inner])],
] as const;

// More than any JavaScript stack of the default size can hold.
const depth = 30_000;

describe.each(wrappers)('thirty thousand nested %s', (_, wrap) => {
  const deep = nest(depth, wrap);
  const other = nest(depth, wrap);

  it('are compared, measured and hashed', () => {
    expect(equalValues(deep, other)).toBe(true);
    expect(equalValues(deep, nest(depth - 1, wrap))).toBe(false);
    expect(compareValues(deep, other)).toBe(0);
    expect(compareValues(deep, nest(depth - 1, wrap))).toBeGreaterThan(0);
    expect(sizeOfValue(deep) - sizeOfValue(nest(depth - 1, wrap))).toBe(
      sizeOfValue(wrap(1n)) - sizeOfValue(1n),
    );
    expect(hashValue(deep)).toBe(hashValue(other));
  });

  it('are shown', () => {
    expect(showValue(deep).length).toBe(depth * (showValue(wrap(1n)).length - 1) + 1);
    expect(render(prettyAbbreviated(deep)).length).toBeLessThan(2000);
  });

  it('are encoded and decoded', () => {
    const reading = readJson(encodeStable(deep), { depth: 3 * depth });
    expect(reading.kind === 'value' && equalValues(decodeStable(reading.value), deep)).toBe(true);
    const writer = new CborWriter();
    writePactValue(writer, deep);
    const again = readCbor(writer.finish(), readPactValue);
    expect(again !== undefined && equalValues(again, deep)).toBe(true);
  });
});

it('deep lists and objects are printed', () => {
  expect(prettyValueText(nest(depth, wrappers[0][1]))).toHaveLength(2 * depth + 1);
  expect(prettyValueText(nest(depth, wrappers[1][1]))).toHaveLength(7 * depth + 1);
});

it('deep guards are printed within a limit', () => {
  const deep = nest(depth, wrappers[2][1]);
  expect(prettyValueText(deep, { limit: 50 })).toBe(
    'UserGuard {fun: m.f,args: [UserGuard {fun: m.f,args: [...]}]}',
  );
  expect(prettyValueText(deep).length).toBeLessThan(10_000_000);
});

describe('a value of 2^60 leaves', () => {
  const shared = nest(60, (inner) => new ListValue([inner, inner]));
  const twin = nest(60, (inner) => new ListValue([inner, inner]));
  const sharedObject = nest(60, (inner) =>
    objectValue([
      ['a', inner],
      ['b', inner],
    ]),
  );

  it('is compared and measured', () => {
    expect(equalValues(shared, twin)).toBe(true);
    expect(equalValues(shared, new ListValue([twin, twin]))).toBe(false);
    expect(compareValues(shared, twin)).toBe(0);
    expect(compareValues(shared, new ListValue([twin, twin]))).toBeLessThan(0);
    expect(sizeOfValue(shared)).toBeGreaterThan(2 ** 60);
    expect(sizeOfValue(sharedObject, 1000)).toBeGreaterThan(1000);
  });

  it('is too large to be shown, encoded or hashed', () => {
    for (const value of [shared, sharedObject]) {
      expect(() => showValue(value, 10_000)).toThrow(ValueTooLarge);
      expect(() => encodeStable(value, 10_000)).toThrow(ValueTooLarge);
      expect(() => writePactValue(new CborWriter(10_000), value)).toThrow(ValueTooLarge);
      expect(() => prettyValueText(value, { limit: 10_000, beyond: 'throw' })).toThrow(
        ValueTooLarge,
      );
      expect(() => hashValue(value, 10_000)).toThrow(ValueTooLarge);
    }
  });

  it('is printed up to a limit', () => {
    const printed = prettyValueText(shared, { limit: 1000 });
    expect(printed.startsWith(`${'['.repeat(60)}1 1] [1 1]`)).toBe(true);
    expect(printed).toMatch(/1 \.\.\.\]{40,60}$/);
    expect(render(prettyAbbreviated(shared))).toBe('[[[[[[[[[[[[[...]');
  });
});
