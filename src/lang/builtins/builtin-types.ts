// How builtins are typed for the typechecker: as their definitions say, else from the parameters of
// their overloads. The notation is that of src/lang/types/scheme-syntax.ts.

import type { BuiltinDefinition, Overload, ParamType } from './define.ts';

/** What a type is read from. */
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

/** What all overloads have in common; where they differ, anything is taken or given. */
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
