// The types of builtins for the typechecker: taken from their definitions, or else from the parameters of
// their overloads. For the notation see src/lang/types/scheme-syntax.ts.

import type { BuiltinDefinition, Overload, ParamType } from './define.ts';

/** The parts of a definition that its type is read from. */
type Typing = Pick<Overload, 'internal' | 'params' | 'returns'>;
type TypedBuiltin = Pick<BuiltinDefinition, 'types'> & { readonly overloads: readonly Typing[] };

/** By internal name. */
export type BuiltinTypes = ReadonlyMap<string, readonly string[]>;

export function builtinTypes(builtins: Iterable<TypedBuiltin>): BuiltinTypes {
  const types = new Map<string, readonly string[]>();
  for (const { overloads, types: written } of builtins) {
    for (const each of overloads) {
      const { internal } = each;
      if (types.has(internal)) continue;
      const own = Object.hasOwn(written, internal) ? written[internal] : undefined;
      const alike = overloads.filter((other) => other.internal === internal);
      types.set(internal, own ?? [derivedType(alike)]);
    }
  }
  return types;
}

/** The names of parameters, by internal name. */
export type BuiltinParameters = ReadonlyMap<string, readonly string[]>;

export function builtinParameters(builtins: Iterable<TypedBuiltin>): BuiltinParameters {
  const parameters = new Map<string, readonly string[]>();
  for (const { overloads } of builtins) {
    for (const { internal, params } of overloads) {
      if (!parameters.has(internal))
        parameters.set(
          internal,
          params.map(({ name }) => name),
        );
    }
  }
  return parameters;
}

/** The type that all overloads share; where they differ, any type is accepted or returned. */
function derivedType(overloads: readonly Typing[]): string {
  const [first, ...others] = overloads;
  if (first === undefined) return '() -> *';
  const parameters = first.params.map(({ type }, i) => {
    const isCommon = others.every((other) => other.params[i]?.type === type);
    return isCommon ? parameterText(type, i) : '*';
  });
  const isCommon = others.every((other) => other.returns === first.returns);
  const result = isCommon ? resultText(first.returns) : '*';
  return [...(parameters.length === 0 ? ['()'] : parameters), result].join(' -> ');
}

function parameterText(type: ParamType, index: number): string {
  switch (type) {
    case 'table':
      return `table{r${index}}`;
    case 'modref':
      return `module{m${index}}`;
    case 'list':
      return '[*]';
    case 'number':
    case 'literal':
    case 'value':
    case 'closure':
    case 'any':
      return '*';
    default:
      return type;
  }
}

const plainResult = /^\[?(integer|decimal|string|bool|unit|time|guard|object)\]?$/;

function resultText(returns: string): string {
  if (plainResult.test(returns)) return returns;
  if (returns === 'keyset') return 'guard';
  return returns === 'list' ? '[*]' : '*';
}
