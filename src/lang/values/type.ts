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

// Types as strings, in two notations: one for `typeof` and stored documents, one for messages.
// Source: renderType and the Pretty instance in pact/Pact/Core/Type.hs.

/** The notation of `typeof`: `[integer]`, `object{m.s}`, `CAPTOKEN`. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `[${typeText(type.element)}]`;
    case 'captoken':
      return 'CAPTOKEN';
    default:
      return commonText(type);
  }
}

/** The notation of messages: `list integer`, `list (object{m.s})`, `cap-token`. */
export function prettyTypeText(type: Type): string {
  switch (type.kind) {
    case 'list': {
      const element = prettyTypeText(type.element);
      return type.element.kind === 'primitive' ? `list ${element}` : `list (${element})`;
    }
    case 'captoken':
      return 'cap-token';
    default:
      return commonText(type);
  }
}

function commonText(type: Exclude<Type, { kind: 'list' | 'captoken' }>): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'any-list':
      return 'list';
    case 'modref':
      return `module{${type.interfaces.map((name) => name.text).join(', ')}}`;
    case 'object':
      return `object{${type.schema.name.text}}`;
    case 'any-object':
      return 'object';
    case 'table':
      return `table{${type.schema.name.text}}`;
    case 'any':
      return '*';
  }
}
