// Every native has a type that can be read, and its examples agree with it.
import { expect, test } from 'vitest';
import { nativeTypes } from '../../../../src/lang/builtins/native-types.ts';
import { readScheme } from '../../../../src/lang/types/scheme-syntax.ts';
import { schemeText } from '../../../../src/lang/types/type-text.ts';
import { nativeSets } from '../../../../src/repl/builtins/index.ts';

const { core, legacy, repl } = nativeSets;
const definitions = [...core.all, ...legacy.all, ...repl.all];
const types = nativeTypes(definitions);

test('every native of every definition has one', () => {
  const internal = definitions.flatMap(({ overloads }) => overloads.map((each) => each.internal));
  expect(internal.filter((name) => !types.has(name))).toEqual([]);
  const unknown = [...types].filter(([, written]) => written.length === 0).map(([name]) => name);
  expect(unknown).toEqual(['resume']);
});

test('no definition types a native that it does not have', () => {
  const strays = definitions.flatMap(({ overloads, types: written }) =>
    Object.keys(written).filter((name) => overloads.every((each) => each.internal !== name)),
  );
  expect(strays).toEqual([]);
});

test.each([...types].filter(([, written]) => written.length > 0))('%s', (name, written) => {
  const arities = definitions
    .flatMap(({ overloads }) => overloads)
    .filter(({ internal }) => internal === name)
    .map(({ params }) => params.length);
  for (const text of written) {
    const { scheme, parameters } = readScheme(text, ['x']);
    expect(schemeText(scheme)).not.toBe('');
    expect(parameters.length).toBe(arities[0]);
  }
});
