// Desugared code before resolution: the shape of Core, with names and types as written in the source.

import type { Span } from '../../base/span.ts';
import type {
  DefCapMeta,
  DefConst,
  DefPact,
  DefSchema,
  Defun,
  Import,
  InterfaceDef,
  Step,
} from '../core/model/definition.ts';
import type { Arg, ParsedName, Term } from '../core/model/term.ts';
import type * as syntax from '../syntax/ast.ts';
import type { Hash } from '../values/encoding/hash.ts';
import { ModuleName } from '../values/names.ts';

export type WrittenType = syntax.Type;
export type ParsedTerm = Term<ParsedName, WrittenType>;
export type ParsedArg = Arg<WrittenType>;
export type ParsedStep = Step<ParsedName, WrittenType>;

export type ParsedDefun = Defun<ParsedName, WrittenType>;
export type ParsedDefConst = DefConst<ParsedName, WrittenType>;
export type ParsedDefSchema = DefSchema<WrittenType>;
export type ParsedDefPact = DefPact<ParsedName, WrittenType>;

export type ParsedDefCap = {
  readonly kind: 'defcap';
  readonly spec: ParsedArg;
  readonly params: readonly ParsedArg[];
  readonly term: ParsedTerm;
  readonly meta: DefCapMeta<ParsedName>;
  readonly span: Span;
};

export type ParsedDefTable = {
  readonly kind: 'deftable';
  readonly name: string;
  readonly schema: ParsedName;
  readonly span: Span;
};

export type ParsedDef =
  | ParsedDefun
  | ParsedDefConst
  | ParsedDefCap
  | ParsedDefSchema
  | ParsedDefTable
  | ParsedDefPact;

export type ParsedInterfaceDef = InterfaceDef<ParsedName, WrittenType>;

export type ParsedModule = {
  readonly name: string;
  readonly governance: syntax.Governance;
  readonly defs: readonly ParsedDef[];
  /** Ascending by bytes, without repetition. */
  readonly blessed: readonly Hash[];
  readonly imports: readonly Import[];
  /** As written. */
  readonly implements: readonly ModuleName[];
  readonly span: Span;
};

export type ParsedInterface = {
  readonly name: string;
  readonly defs: readonly ParsedInterfaceDef[];
  readonly imports: readonly Import[];
  readonly span: Span;
};

export function moduleNameOf(written: syntax.ModuleName): ModuleName {
  return new ModuleName(written.name, written.namespace);
}

export function parsedNameOf(written: syntax.ParsedName): ParsedName {
  switch (written.kind) {
    case 'bare':
      return { kind: 'bare', name: written.name };
    case 'qualified':
      return { kind: 'qualified', module: moduleNameOf(written.module), name: written.name };
    case 'dynamic':
      return { kind: 'dynamic-call', variable: written.name, member: written.call };
  }
}

/** Returns `f` for `f` and `m.f`, and `x` for `x::f`, as used in some errors and interfaces. */
export function lastPart(name: ParsedName): string {
  return name.kind === 'dynamic-call' ? name.variable : name.name;
}

export function parsedDefName(def: ParsedDef | ParsedInterfaceDef): string {
  return def.kind === 'deftable' || def.kind === 'defschema' ? def.name : def.spec.name;
}
