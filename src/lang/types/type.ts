// The types of inference. Types in annotations (src/lang/values/type.ts) are converted to these; there are also functions,
// variables, and rows, which are the fields of an object or table.

import type { ModuleName } from '../values/names.ts';
import type { PrimitiveType } from '../values/type.ts';

export type Type =
  | { readonly kind: 'primitive'; readonly name: PrimitiveType }
  /** A function of one parameter; with several, its result is another function. */
  | { readonly kind: 'function'; readonly parameter: Type; readonly result: Type }
  /** A function without parameters. */
  | { readonly kind: 'nullary'; readonly result: Type }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'object'; readonly row: Row }
  | { readonly kind: 'table'; readonly row: Row }
  | { readonly kind: 'module'; readonly reference: Reference }
  | { readonly kind: 'captoken' }
  | Dynamic
  | Variable<Type>;

/** Fields with their types. */
export type Row =
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, Type> }
  | Dynamic
  | Variable<Row>;

/** The known interfaces of a module reference; sorted. */
export type Reference =
  | { readonly kind: 'interfaces'; readonly names: readonly ModuleName[] }
  | Variable<Reference>;

/** Not checked: `object` and `list` without parameters, fields without a type. */
export type Dynamic = { readonly kind: 'dynamic' };

export type Sort = 'type' | 'row' | 'module';

/** An unknown type; unification links it to a known type. */
export class Variable<Target extends { readonly kind: string }> {
  readonly kind = 'variable';
  readonly sort: Sort;
  link: Target | undefined;

  constructor(sort: Sort) {
    this.sort = sort;
    this.link = undefined;
  }
}

export type AnyVariable = Variable<Type> | Variable<Row> | Variable<Reference>;

export const typeVariable = (): Variable<Type> => new Variable<Type>('type');
export const rowVariable = (): Variable<Row> => new Variable<Row>('row');
export const referenceVariable = (): Variable<Reference> => new Variable<Reference>('module');

const primitive = (name: PrimitiveType): Type => ({ kind: 'primitive', name });

export const integer = primitive('integer');
export const bool = primitive('bool');
export const string = primitive('string');
export const guard = primitive('guard');
export const captoken: Type = { kind: 'captoken' };
export const dynamic: Dynamic = { kind: 'dynamic' };

export const primitives: Readonly<Record<PrimitiveType, Type>> = {
  integer,
  decimal: primitive('decimal'),
  bool,
  string,
  guard,
  time: primitive('time'),
  unit: primitive('unit'),
};

export const listOf = (element: Type): Type => ({ kind: 'list', element });
export const objectOf = (row: Row): Type => ({ kind: 'object', row });
export const tableOf = (row: Row): Type => ({ kind: 'table', row });
export const nullary = (result: Type): Type => ({ kind: 'nullary', result });
export const rowOf = (fields: ReadonlyMap<string, Type>): Row => ({ kind: 'fields', fields });

export function functionOf(parameters: readonly Type[], result: Type): Type {
  return parameters.reduceRight<Type>(
    (rest, parameter) => ({ kind: 'function', parameter, result: rest }),
    result,
  );
}

/** The type of a definition: it is a function even without parameters. */
export function definitionType(parameters: readonly Type[], result: Type): Type {
  return parameters.length === 0 ? nullary(result) : functionOf(parameters, result);
}

/** The type of a variable; another variable if still unknown. */
export function resolved<Target extends { readonly kind: string }>(
  target: Target | Variable<Target>,
): Target | Variable<Target> {
  let at: Target | Variable<Target> = target;
  while (at instanceof Variable && at.link !== undefined) at = at.link;
  return at;
}
