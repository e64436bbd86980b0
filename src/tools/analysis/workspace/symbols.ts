// The meaning of names in source text, as plain data: symbols, the references to them, and the symbols that a module, interface or
// definition of a script defines. Offsets count UTF-16 units from the beginning of a file.

import type { Span } from '../../../base/span.ts';
import {
  type Argument,
  type Definition,
  type Expression,
  type TopLevel,
  walkExpressions,
} from '../../../lang/session/analyse.ts';
import {
  nameOf,
  type WrittenDefinition,
  type WrittenModule,
} from '../../../script/names/written-forms.ts';

export type TextRange = { readonly start: number; readonly end: number };

export type SymbolKind =
  | 'module'
  | 'interface'
  | 'function'
  | 'capability'
  | 'defpact'
  | 'step'
  | 'constant'
  | 'schema'
  | 'field'
  | 'table'
  | 'parameter'
  | 'local'
  | 'builtin'
  | 'special-form'
  | 'keyset'
  | 'namespace';

/** The place of a symbol's definition: the whole definition, and the name within it. */
export type SymbolPlace = {
  readonly path: string;
  readonly span: TextRange;
  readonly nameSpan: TextRange;
};

export type CodeSymbol = {
  readonly kind: SymbolKind;
  /** A module's full name (`ns.m`); for anything else the unqualified one. */
  readonly name: string;
  /** The full name of its module; absent for modules and for scripts. */
  readonly module?: string;
  /** The definition of a parameter, local, field or step. */
  readonly owner?: string;
  /** Absent for symbols that the project does not define: builtins, special forms, keysets, namespaces. */
  readonly place?: SymbolPlace;
};

export type Access =
  /** The symbol is defined here. */
  | 'definition'
  | 'call'
  | 'read'
  /** A table that is written to, or a field that gets a value. */
  | 'write'
  /** In `use`. */
  | 'import'
  /** In `implements`. */
  | 'implement'
  /** In a type. */
  | 'type'
  /** A module before the name of its member. */
  | 'qualifier';

export type Reference = {
  readonly span: TextRange;
  readonly symbol: CodeSymbol;
  readonly access: Access;
};

export function sameSymbol(left: CodeSymbol, right: CodeSymbol): boolean {
  if (left === right) return true;
  if (left.name !== right.name) return false;
  const { place: one } = left;
  const { place: other } = right;
  if (one !== undefined && other !== undefined) {
    return one.path === other.path && one.nameSpan.start === other.nameSpan.start;
  }
  return one === other && left.kind === right.kind && left.module === right.module;
}

/** Returns the part of its name that is always written: a module in a namespace is also named without it. */
export const lastPartOf = ({ name }: CodeSymbol): string => name.slice(name.lastIndexOf('.') + 1);

export const covers = ({ start, end }: TextRange, offset: number): boolean =>
  start <= offset && offset <= end;

export const rangeOf = ({ start, end }: TextRange): TextRange => ({ start, end });

/** The kinds of symbols that definition forms define. */
export const kindsOfForms = {
  defun: 'function',
  defcap: 'capability',
  defpact: 'defpact',
  defconst: 'constant',
  defschema: 'schema',
  deftable: 'table',
} as const satisfies Readonly<Record<string, SymbolKind>>;

export type DefinedSymbol = {
  readonly kind: 'definition';
  readonly symbol: CodeSymbol;
  readonly written: WrittenDefinition;
  readonly parameters: readonly CodeSymbol[];
  readonly fields: readonly CodeSymbol[];
  readonly steps: readonly CodeSymbol[];
};

export type ModuleSymbols = {
  readonly kind: 'module';
  readonly symbol: CodeSymbol;
  readonly written: WrittenModule;
  /** In written order. */
  readonly all: readonly DefinedSymbol[];
  /** By unqualified name: the first one of each name. */
  readonly members: ReadonlyMap<string, DefinedSymbol>;
};

const kindsOfDefinitions = {
  ...kindsOfForms,
  'interface-defun': kindsOfForms.defun,
  'interface-defcap': kindsOfForms.defcap,
  'interface-defpact': kindsOfForms.defpact,
} as const satisfies Record<WrittenDefinition['kind'], SymbolKind>;

const known = new WeakMap<TopLevel, Map<string, ModuleSymbols>>();

/** Returns the same objects for the same form under the same name. */
export function symbolsOfModule(
  written: WrittenModule,
  path: string,
  namespace: string,
): ModuleSymbols {
  const name = namespace === '' ? written.name.text : `${namespace}.${written.name.text}`;
  const key = `${name} ${path}`;
  const ofForm = known.get(written) ?? new Map<string, ModuleSymbols>();
  known.set(written, ofForm);
  let symbols = ofForm.get(key);
  if (symbols === undefined) {
    symbols = readModule(written, path, name);
    ofForm.set(key, symbols);
  }
  return symbols;
}

function readModule(written: WrittenModule, path: string, name: string): ModuleSymbols {
  const all = written.definitions.map((each) => symbolsOfDefinition(each, path, name));
  const members = new Map<string, DefinedSymbol>();
  for (const each of all) if (!members.has(each.symbol.name)) members.set(each.symbol.name, each);
  const place = placeOf(path, written.span, written.name.span);
  return {
    kind: 'module',
    symbol: { kind: written.kind, name, place },
    written,
    all,
    members,
  };
}

/** `module`: `undefined` in a script. */
export function symbolsOfDefinition(
  written: WrittenDefinition,
  path: string,
  module?: string,
): DefinedSymbol {
  const name = nameOf(written);
  const within = module === undefined ? {} : { module };
  const part = (
    kind: SymbolKind,
    each: Pick<Argument, 'name' | 'span'>,
    span: Span = each.span,
  ): CodeSymbol => ({
    kind,
    name: each.name,
    ...within,
    owner: name,
    place: placeOf(path, span, each.span),
  });
  return {
    kind: 'definition',
    symbol: {
      kind: kindsOfDefinitions[written.kind],
      name,
      ...within,
      place: placeOf(path, written.span, nameSpanOf(written)),
    },
    written,
    parameters: parametersOf(written).map((each) => part('parameter', each)),
    fields: written.kind === 'defschema' ? written.fields.map((each) => part('field', each)) : [],
    steps:
      written.kind === 'defpact'
        ? written.steps.map(({ span }, i) => part('step', { name: `step ${i}`, span }))
        : [],
  };
}

export function parametersOf(written: WrittenDefinition): readonly Argument[] {
  const { kind } = written;
  if (kind === 'defconst' || kind === 'defschema' || kind === 'deftable') return [];
  return written.parameters;
}

/** Its name and the type of its value or result; nothing for schemas and tables. */
export function specOf(written: WrittenDefinition): Argument | undefined {
  return written.kind === 'defschema' || written.kind === 'deftable' ? undefined : written.spec;
}

const nameSpanOf = (written: WrittenDefinition | Definition): Span =>
  written.kind === 'defschema' || written.kind === 'deftable'
    ? written.name.span
    : written.spec.span;

const placeOf = (path: string, span: Span, nameSpan: Span) => ({
  path,
  span: rangeOf(span),
  nameSpan: rangeOf(nameSpan),
});

type WrittenVisitor = {
  /** A parameter, variable or field, with its value in a `let`. */
  readonly argument?: (argument: Argument, value: Expression | undefined) => void;
  /** Outer ones first. */
  readonly expression?: (expression: Expression) => void;
  readonly definition?: (definition: WrittenDefinition) => void;
};

export function walkWritten(form: TopLevel, visitor: WrittenVisitor): void {
  switch (form.kind) {
    case 'module':
    case 'interface':
      for (const each of form.definitions) walkDefinition(each, visitor);
      return;
    case 'defun':
    case 'defconst':
      return walkDefinition(form, visitor);
    case 'term':
      return walkBodies([form.expression], visitor);
    case 'use':
  }
}

function walkDefinition(definition: WrittenDefinition, visitor: WrittenVisitor): void {
  visitor.definition?.(definition);
  const spec = specOf(definition);
  if (spec !== undefined) visitor.argument?.(spec, undefined);
  for (const each of parametersOf(definition)) visitor.argument?.(each, undefined);
  if (definition.kind === 'defschema') {
    for (const each of definition.fields) visitor.argument?.(each, undefined);
  }
  walkBodies(expressionsOf(definition), visitor);
}

/** Returns the expressions of a definition. */
export function expressionsOf(definition: WrittenDefinition): readonly Expression[] {
  switch (definition.kind) {
    case 'defun':
    case 'defcap':
      return definition.body;
    case 'defconst':
      return [definition.value];
    case 'defpact':
      return definition.steps.flatMap((step) => [
        ...(step.entity === undefined ? [] : [step.entity]),
        step.expression,
        ...(step.kind === 'step-with-rollback' ? [step.rollback] : []),
      ]);
    default:
      return [];
  }
}

function walkBodies(expressions: readonly Expression[], visitor: WrittenVisitor): void {
  walkExpressions(expressions, (each) => {
    visitor.expression?.(each);
    if (visitor.argument === undefined) return;
    if (each.kind === 'lambda') for (const one of each.parameters) visitor.argument(one, undefined);
    if (each.kind === 'let') {
      for (const { argument, value } of each.binders) visitor.argument(argument, value);
    }
    if (each.kind === 'binding') {
      for (const { argument } of each.pairs) visitor.argument(argument, undefined);
    }
  });
}
