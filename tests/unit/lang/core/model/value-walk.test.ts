import { expect, it } from 'vitest';
import { mapValues } from '../../../../../src/lang/core/model/term-walk.ts';
import {
  CapToken,
  ListValue,
  objectValue,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';
import { full } from '../../../../support/core-samples.ts';

const increase = (value: PactValue): PactValue => (typeof value === 'bigint' ? value + 1n : value);

it('replaces in lists, objects and capability tokens', () => {
  const token = (value: PactValue) => new CapToken(full('C', 'm'), [value]);
  const nested = (value: PactValue) => new ListValue([objectValue([['a', token(value)]]), 'x']);
  expect(mapValues(nested(1n), increase)).toEqual(nested(2n));
});

it('keeps unchanged values', () => {
  const value = new ListValue(['a', new ListValue([true])]);
  expect(mapValues(value, increase)).toBe(value);
});

it('keeps sharing: sixty nested lists have 2^60 leaves', () => {
  let value: PactValue = 1n;
  for (let i = 0; i < 60; i++) value = new ListValue([value, value]);
  let mapped = mapValues(value, increase);
  while (mapped instanceof ListValue) mapped = mapped.items[1] as PactValue;
  expect(mapped).toBe(2n);
});
