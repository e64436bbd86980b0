// Describes a symbol from its definition: signature, documentation, written and inferred types.

import { onceFor } from '../../../base/deferred.ts';
import {
  type Argument,
  type Expression,
  type TopLevel,
  typeSignature,
} from '../../../lang/session/analyse.ts';
import { docOf, type WrittenModule } from '../../../script/names/written-forms.ts';
import { type Around, describeDefinition } from '../project-index/describe.ts';
import type { IndexedDefinition } from '../project-index/shape.ts';
import type { FormAnalysis } from '../workspace/collect-references.ts';
import type { NamesView } from '../workspace/snapshot.ts';
import {
  type CodeSymbol,
  type DefinedSymbol,
  sameSymbol,
  walkWritten,
} from '../workspace/symbols.ts';

/** The form that defines a symbol. */
export function definingForm(snapshot: NamesView, { place }: CodeSymbol): FormAnalysis | undefined {
  if (place === undefined) return undefined;
  return snapshot.analysis(place.path).formAt(place.nameSpan.start);
}

/** Returns the definition of a member of a module or script, as written. */
export function definedSymbol(snapshot: NamesView, symbol: CodeSymbol): DefinedSymbol | undefined {
  const defined = definingForm(snapshot, symbol)?.defined;
  if (defined?.kind === 'module') {
    return defined.all.find((each) => sameSymbol(each.symbol, symbol));
  }
  return defined !== undefined && sameSymbol(defined.symbol, symbol) ? defined : undefined;
}

/** Returns the entry in the project index for a member of a module or script. */
export function describeSymbol(
  snapshot: NamesView,
  symbol: CodeSymbol,
): IndexedDefinition | undefined {
  const form = definingForm(snapshot, symbol);
  const defined = definedSymbol(snapshot, symbol);
  if (form === undefined || defined === undefined) return undefined;
  return describeDefinition(defined.written, aroundOf(form, symbol)).definition;
}

function aroundOf({ seen: { resolved, checked } }: FormAnalysis, symbol: CodeSymbol): Around {
  return {
    module: symbol.module ?? '',
    defs: defsOf(resolved),
    checked,
    fullName: (written) => written,
    isKnown: () => true,
  };
}

function defsOf(resolved: FormAnalysis['seen']['resolved']): Around['defs'] {
  switch (resolved?.kind) {
    case 'module':
      return resolved.module.defs;
    case 'interface':
      return resolved.interface.defs;
    case 'repl-definition':
      return [resolved.def];
    default:
      return [];
  }
}

/** Returns the module or interface that a symbol is, as written. */
function writtenModuleOf(snapshot: NamesView, symbol: CodeSymbol): WrittenModule | undefined {
  const defined = definingForm(snapshot, symbol)?.defined;
  return defined?.kind === 'module' ? defined.written : undefined;
}

/** Returns the written documentation of a definition or module. */
export function documentationOf(snapshot: NamesView, symbol: CodeSymbol): string | undefined {
  if (symbol.kind === 'module' || symbol.kind === 'interface') {
    const written = writtenModuleOf(snapshot, symbol);
    return written === undefined ? undefined : docOf(written);
  }
  const written = definedSymbol(snapshot, symbol)?.written;
  return written === undefined ? undefined : docOf(written);
}

type SymbolType = { readonly text: string; readonly isWritten: boolean };

export function typeOfSymbol(snapshot: NamesView, symbol: CodeSymbol): SymbolType | undefined {
  const { place } = symbol;
  const form = definingForm(snapshot, symbol);
  if (place === undefined || form === undefined) return undefined;
  const declared = declarationsIn(form.seen.form).get(place.nameSpan.start);
  const written = declared?.argument.type;
  if (written !== undefined && written.kind !== 'any') {
    return { text: written.span.text.replace(/\s+/g, ' '), isWritten: true };
  }
  const text = inferred(snapshot, symbol, declared?.value) ?? ofSignature(form, symbol);
  return text === undefined || text === '*' ? undefined : { text, isWritten: false };
}

/** The name itself has no type; its value and every reference to it have. */
function inferred(
  snapshot: NamesView,
  symbol: CodeSymbol,
  value: Expression | undefined,
): string | undefined {
  if (symbol.place === undefined) return undefined;
  const analysis = snapshot.analysis(symbol.place.path);
  const bound = analysis.typeOf(value?.span ?? symbol.place.nameSpan);
  if (bound !== undefined && bound !== '*') return bound;
  for (const { span, access } of analysis.referencesTo(symbol)) {
    if (access === 'definition') continue;
    const text = analysis.typeOf(span);
    if (text !== undefined && text !== '*') return text;
  }
  return bound;
}

function ofSignature({ seen, defined }: FormAnalysis, symbol: CodeSymbol): string | undefined {
  if (defined?.kind !== 'module' || symbol.owner === undefined) return undefined;
  const known = seen.checked?.definitions.get(symbol.owner);
  const position = defined.members
    .get(symbol.owner)
    ?.parameters.findIndex((each) => sameSymbol(each, symbol));
  if (known === undefined || position === undefined) return undefined;
  return typeSignature(known)?.parameters[position];
}

type Declaration = { readonly argument: Argument; readonly value: Expression | undefined };

/** Parameters and variables by the offsets of their names. */
const declarationsIn = onceFor((form: TopLevel): ReadonlyMap<number, Declaration> => {
  const found = new Map<number, Declaration>();
  walkWritten(form, {
    argument: (argument, value) => found.set(argument.span.start, { argument, value }),
  });
  return found;
});
