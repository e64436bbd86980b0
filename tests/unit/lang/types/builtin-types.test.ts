// Every builtin has a type that parses, and its examples agree with it.
import { expect, test } from 'vitest';
import type { Overload } from '../../../../src/lang/builtins/define.ts';
import { builtinTypes } from '../../../../src/lang/builtins/builtin-types.ts';
import { readScheme } from '../../../../src/lang/types/scheme-syntax.ts';
import type { Scheme } from '../../../../src/lang/types/scheme.ts';
import type { Type } from '../../../../src/lang/types/type.ts';
import { schemeText } from '../../../../src/lang/types/type-text.ts';
import { builtinSets } from '../../../../src/tools/repl/builtins/index.ts';

const { core, legacy, repl } = builtinSets;
const definitions = [...core.all, ...legacy.all, ...repl.all];
const types = builtinTypes(definitions);

test('every builtin of every definition has a type', () => {
  const internal = definitions.flatMap(({ overloads }) => overloads.map((each) => each.internal));
  expect(internal.filter((name) => !types.has(name))).toEqual([]);
  const unknown = [...types].filter(([, written]) => written.length === 0).map(([name]) => name);
  expect(unknown).toEqual(['resume']);
});

test('no definition has a type for a builtin that it does not have', () => {
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

// If its parameters are not precise enough, a builtin has its types twice: as kinds, for checking calls at run time, and as
// a scheme, for typechecking programs. The two must agree.
const kindOf: Partial<Record<Type['kind'], string>> = {
  list: 'list',
  object: 'object',
  table: 'table',
  module: 'modref',
  captoken: 'captoken',
  function: 'closure',
  nullary: 'closure',
};

const wide: Readonly<Record<string, readonly string[]>> = {
  number: ['integer', 'decimal'],
  literal: ['string', 'integer', 'decimal', 'bool', 'unit'],
};

/** Returns whether the parameter may accept a value of the scheme's type. */
function meets(accepted: string, type: Type): boolean {
  if (type.kind === 'variable' || type.kind === 'dynamic') return true;
  if (accepted === 'any') return true;
  const kind = type.kind === 'primitive' ? type.name : (kindOf[type.kind] ?? type.kind);
  if (accepted === 'value') return kind !== 'closure';
  return kind === accepted || (wide[accepted] ?? []).includes(kind);
}

const resultKinds: readonly (readonly [RegExp, string])[] = [
  [/^\[.*\]$|^list$/, 'list'],
  [/^object/, 'object'],
  [/^keyset$|^guard$/, 'guard'],
  [/^(integer|decimal|string|bool|unit|time)$/, ''],
];

/** Like `meets`, for the documentation of a result; words such as `any` allow everything. */
function givesSuch(returns: string, type: Type): boolean {
  const known = resultKinds.find(([pattern]) => pattern.test(returns));
  return known === undefined || meets(known[1] === '' ? returns : known[1], type);
}

const classKinds: Partial<Record<string, readonly string[]>> = {
  Num: ['integer', 'decimal', 'number'],
  Fractional: ['integer', 'decimal', 'number'],
  ListLike: ['string', 'list'],
};

/** Returns the kinds that each class of a variable allows. */
function classesOf({ constraints }: Scheme, type: Type): readonly (readonly string[])[] {
  return constraints.flatMap((each) => {
    const kinds = each.kind === 'class' && each.type === type ? classKinds[each.name] : undefined;
    return kinds === undefined ? [] : [kinds];
  });
}

function agrees(
  { params, returns }: Pick<Overload, 'params' | 'returns'>,
  written: string,
): boolean {
  const { scheme, parameters } = readScheme(written, ['x']);
  let result = scheme.type;
  for (let i = 0; i < Math.max(1, parameters.length); i++) {
    if (result.kind === 'function' || result.kind === 'nullary') result = result.result;
  }
  const accepts = (type: Type, i: number): boolean => {
    const accepted = params[i]?.type ?? '';
    return (
      meets(accepted, type) && classesOf(scheme, type).every((kinds) => kinds.includes(accepted))
    );
  };
  return parameters.every(accepts) && givesSuch(returns, result);
}

const written = definitions.flatMap((definition) =>
  Object.entries(definition.types).map(([name, schemes]) => ({ name, schemes, definition })),
);

/** Calls that run, but that both typecheckers, ours and the reference's, refuse. */
const untypedInReference = new Map([['length', ['object']]]);

test.each(written)(
  '$name takes and returns what its type says',
  ({ name, schemes, definition }) => {
    const overloads = definition.overloads.filter(({ internal }) => internal === name);
    for (const each of schemes)
      expect([each, overloads.some((overload) => agrees(overload, each))]).toEqual([each, true]);
    const untyped = overloads.filter((overload) => !schemes.some((each) => agrees(overload, each)));
    const kinds = untyped.map(({ params }) => params.map(({ type }) => type).join(' '));
    expect(schemes.length === 0 ? [] : kinds).toEqual(untypedInReference.get(name) ?? []);
  },
);

test.each(written)('$name needs the type that it writes', ({ name, schemes, definition }) => {
  const derived = builtinTypes([{ ...definition, types: {} }]).get(name);
  expect(schemes).not.toEqual(derived);
});
