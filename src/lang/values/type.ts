// Types as annotations write them and as run-time checks use them.
// Source: pact/Pact/Core/Type.hs.

import type { ModuleName, QualifiedName } from './names.ts';

export type PrimitiveType = 'integer' | 'decimal' | 'bool' | 'string' | 'guard' | 'time' | 'unit';

export type Type =
  | { readonly kind: 'primitive'; readonly name: PrimitiveType }
  | { readonly kind: 'list'; readonly element: Type }
  /** `list` without an element type. */
  | { readonly kind: 'any-list' }
  /** `module{a, b}`: sorted, without repetition. */
  | { readonly kind: 'modref'; readonly interfaces: readonly ModuleName[] }
  | { readonly kind: 'object'; readonly schema: Schema }
  /** `object` without a schema. */
  | { readonly kind: 'any-object' }
  | { readonly kind: 'table'; readonly schema: Schema }
  | { readonly kind: 'captoken' }
  /** An untyped schema field. */
  | { readonly kind: 'any' };

/** Fields ascend by code point. */
export class Schema {
  readonly name: QualifiedName;
  readonly fields: ReadonlyMap<string, Type>;

  constructor(name: QualifiedName, fields: ReadonlyMap<string, Type>) {
    this.name = name;
    this.fields = fields;
  }
}

const primitive = (name: PrimitiveType): Type => ({ kind: 'primitive', name });

export const integerType = primitive('integer');
export const decimalType = primitive('decimal');
export const boolType = primitive('bool');
export const stringType = primitive('string');
export const guardType = primitive('guard');
export const timeType = primitive('time');
export const unitType = primitive('unit');
export const anyListType: Type = { kind: 'any-list' };
export const anyObjectType: Type = { kind: 'any-object' };
export const capTokenType: Type = { kind: 'captoken' };
export const anyType: Type = { kind: 'any' };
