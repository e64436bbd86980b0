// The generator's knowledge of types, and of the modules generated so far.

import type { Random } from '../../support/random.ts';

export type Type =
  | { readonly kind: 'integer' | 'decimal' | 'string' | 'bool' | 'time' | 'guard' }
  | { readonly kind: 'list'; readonly of: Type }
  | { readonly kind: 'object'; readonly schema: Schema }
  | { readonly kind: 'module'; readonly ofInterface: InterfaceInfo };

export type Schema = {
  /** Without the module name. */
  readonly name: string;
  readonly module: string;
  readonly fields: readonly Variable[];
};

export type Variable = { readonly name: string; readonly type: Type };

export type FunctionInfo = {
  readonly name: string;
  readonly parameters: readonly Variable[];
  readonly result: Type;
};

export type CapabilityInfo = {
  readonly name: string;
  readonly parameters: readonly Variable[];
  readonly kind: 'plain' | 'event' | 'managed' | 'once' | 'composed';
};

export type TableInfo = { readonly name: string; readonly schema: Schema };

export type DefPactInfo = {
  readonly name: string;
  readonly parameters: readonly Variable[];
  readonly steps: number;
};

export type InterfaceInfo = { readonly name: string; readonly functions: readonly FunctionInfo[] };

export type ModuleInfo = {
  /** Qualified with the namespace, as other modules refer to it. */
  readonly name: string;
  readonly namespace: string | undefined;
  readonly governance: string;
  readonly schemas: readonly Schema[];
  readonly tables: readonly TableInfo[];
  readonly constants: readonly Variable[];
  readonly capabilities: readonly CapabilityInfo[];
  readonly functions: readonly FunctionInfo[];
  readonly defPacts: readonly DefPactInfo[];
  readonly interfaces: readonly InterfaceInfo[];
};

/** Everything generated so far. */
export type World = {
  readonly random: Random;
  readonly modules: ModuleInfo[];
  readonly interfaces: InterfaceInfo[];
  readonly namespaces: string[];
  readonly keysets: string[];
  /** Constants are literals and history builtins are left out, because the independent models support no more. */
  readonly isSimple: boolean;
  /** Builtins that expressions must not use. */
  readonly avoids?: RegExp | undefined;
};

export const integer: Type = { kind: 'integer' };
export const decimal: Type = { kind: 'decimal' };
export const string: Type = { kind: 'string' };
export const bool: Type = { kind: 'bool' };
export const time: Type = { kind: 'time' };
export const guard: Type = { kind: 'guard' };
export const listOf = (of: Type): Type => ({ kind: 'list', of });
export const scalars: readonly Type[] = [integer, decimal, string, bool, time, guard];
/** The usual types of columns. */
export const plain: readonly Type[] = [integer, integer, decimal, string, string, bool];

export function anyType(random: Random): Type {
  if (random.oneIn(4)) return listOf(random.pick(plain));
  return random.oneIn(6) ? random.pick(scalars) : random.pick(plain);
}

export function sameType(one: Type, other: Type): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'list' && other.kind === 'list') return sameType(one.of, other.of);
  if (one.kind === 'object' && other.kind === 'object') {
    return one.schema.name === other.schema.name && one.schema.module === other.schema.module;
  }
  return one.kind !== 'module' || one.ofInterface === (other as typeof one).ofInterface;
}

/** The type as source text, inside `module` or elsewhere. */
export function typeText(type: Type, module: string | undefined): string {
  switch (type.kind) {
    case 'list':
      return `[${typeText(type.of, module)}]`;
    case 'object': {
      const { schema } = type;
      return `object{${schema.module === module ? '' : `${schema.module}.`}${schema.name}}`;
    }
    case 'module':
      return `module{${type.ofInterface.name}}`;
    default:
      return type.kind;
  }
}
