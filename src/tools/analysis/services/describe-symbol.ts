// Describes a symbol from its definition: signature, documentation, written and inferred types.

import { describeDefinition, type Around } from '../project-index/describe-definition.ts';
import type { IndexedDefinition } from '../project-index/shape.ts';
import { docOf, type WrittenModule } from '../../../script/pages/written-definition.ts';
import type { FormAnalysis } from '../workspace/analysis.ts';
import type { DefinedSymbol } from '../workspace/define-symbols.ts';
import type { NamesView } from '../workspace/snapshot.ts';
import { sameSymbol, type CodeSymbol } from '../workspace/symbols.ts';

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
export function writtenModuleOf(
  snapshot: NamesView,
  symbol: CodeSymbol,
): WrittenModule | undefined {
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
