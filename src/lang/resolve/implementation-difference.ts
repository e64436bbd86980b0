// Explains how a definition of a module differs from what an interface declares: a line for each side, and what to write.
// These texts are our own, never part of a message.

import { counted } from '../../base/prose.ts';
import type { Span } from '../../base/span.ts';
import type { Def, DefCapMeta, InterfaceDef } from '../core/model/definition.ts';
import type { Arg } from '../core/model/term.ts';
import type { FullyQualifiedName } from '../values/names.ts';
import { equalTypes } from '../values/order/equality.ts';
import { type Type, typeText } from '../values/type.ts';

/** What an interface declares and a module must define. */
export type Declared = Exclude<InterfaceDef, { kind: 'defconst' | 'defschema' }>;

/** A part of one side: what is written there, without the name of the module or interface. */
type Side = { readonly text: string; readonly span: Span };

export type Difference = { readonly declared: Side; readonly defined: Side };

/** The keyword that defines each kind. */
export const keywordOf = {
  'interface-defun': 'defun',
  'interface-defcap': 'defcap',
  'interface-defpact': 'defpact',
} as const satisfies Record<Declared['kind'], Def['kind']>;

/** `(defun transfer:string (from:string to:string)` */
export function headText(declared: Declared): string {
  const params = declared.params.map(argText).join(' ');
  const meta = declared.kind === 'interface-defcap' ? metaText(declared.meta) : '';
  const end = meta === '' ? '' : ` ${meta}`;
  return `(${keywordOf[declared.kind]} ${argText(declared.spec)} (${params})${end}`;
}

export function kindDifference(declared: Declared, def: Def): Difference {
  const { name, span } = declared.spec;
  return {
    declared: { text: `declares ${name} as a ${keywordOf[declared.kind]}`, span },
    defined: { text: `defines it as a ${def.kind}`, span: nameSpan(def) },
  };
}

export function metaDifference(
  declared: Extract<Declared, { kind: 'interface-defcap' }>,
  def: Extract<Def, { kind: 'defcap' }>,
): Difference {
  const { name, span } = declared.spec;
  const written = (meta: DefCapMeta<FullyQualifiedName | string>): string =>
    metaText(meta) === '' ? 'without @managed or @event' : `with ${metaText(meta)}`;
  return {
    declared: { text: `declares ${name} ${written(declared.meta)}`, span },
    defined: { text: `defines it ${written(def.meta)}`, span: def.spec.span },
  };
}

/** For a different number of parameters, or another name or type of one of them. */
export function parameterDifference(
  declared: Declared,
  def: { readonly spec: Arg; readonly params: readonly Arg[] },
): Difference | undefined {
  const { params, spec } = declared;
  const extra = def.params[params.length];
  if (params.length !== def.params.length) {
    return {
      declared: { text: `declares ${spec.name} with ${countText(params)}`, span: spec.span },
      defined: {
        text: `defines it with ${countText(def.params)}`,
        span: extra?.span ?? def.spec.span,
      },
    };
  }
  for (const [index, param] of params.entries()) {
    const own = def.params[index] as Arg;
    if (sameArg(own, param)) continue;
    return {
      declared: { text: `declares the parameter ${argText(param)}`, span: param.span },
      defined: { text: `has ${argText(own)}`, span: own.span },
    };
  }
  return undefined;
}

export function resultDifference(
  declared: Declared,
  def: { readonly spec: Arg; readonly params: readonly Arg[] },
): Difference {
  const written = ({ type }: Arg): string =>
    type === undefined ? 'no type of the result' : `the result ${typeText(type)}`;
  const { spec } = declared;
  return {
    declared: { text: `declares ${spec.name} with ${written(spec)}`, span: spec.span },
    defined: { text: `defines it with ${written(def.spec)}`, span: def.spec.span },
  };
}

export const sameArg = (left: Arg, right: Arg): boolean =>
  left.name === right.name && sameType(left.type, right.type);

export function sameType(left: Type | undefined, right: Type | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return equalTypes(left, right);
}

const argText = ({ name, type }: Arg): string =>
  type === undefined ? name : `${name}:${typeText(type)}`;

function countText(params: readonly Arg[]): string {
  if (params.length === 0) return 'no parameters';
  return `${counted(params.length, 'parameter')}, ${params.map(argText).join(' ')}`;
}

function metaText(meta: DefCapMeta<FullyQualifiedName | string>): string {
  switch (meta.kind) {
    case 'event':
      return '@event';
    case 'auto-managed':
      return '@managed';
    case 'unmanaged':
      return '';
    case 'managed': {
      const { manager } = meta;
      return `@managed ${meta.param} ${typeof manager === 'string' ? manager : manager.name}`;
    }
  }
}

const nameSpan = (def: Def): Span =>
  def.kind === 'defschema' || def.kind === 'deftable' ? def.span : def.spec.span;
