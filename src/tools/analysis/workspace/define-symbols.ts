// The symbols that a module, interface or definition of a script defines, from its syntax.

import type { Span } from '../../../base/span.ts';
import type { Argument, Definition, TopLevel } from '../../../lang/session/analyse.ts';
import {
  nameOf,
  type WrittenDefinition,
  type WrittenModule,
} from '../../../script/pages/written-definition.ts';
import { kindsOfForms, rangeOf, type CodeSymbol, type SymbolKind } from './symbols.ts';

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

export const kindsOfDefinitions = {
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
