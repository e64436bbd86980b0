// What a symbol is, from its definition: signature, documentation, types that are written or inferred.

import { describeDefinition, type Around } from '../project-index/describe-definition.ts';
import type { IndexedDefinition } from '../project-index/shape.ts';
import { docOf, type WrittenModule } from '../pages/written-definition.ts';
import type { FormAnalysis } from '../workspace/analysis.ts';
import type { DefinedSymbol } from '../workspace/define-symbols.ts';
import type { NamesView } from '../workspace/snapshot.ts';
import { sameSymbol, type CodeSymbol } from '../workspace/symbols.ts';

/** The form that defines a symbol. */
export function definingForm(snapshot: NamesView, { place }: CodeSymbol): FormAnalysis | undefined {
  if (place === undefined) return undefined;
  return snapshot.analysis(place.path).formAt(place.nameSpan.start);
}

/** The definition of a member of a module, or of a script, as it is written. */
export function definedSymbol(snapshot: NamesView, symbol: CodeSymbol): DefinedSymbol | undefined {
  const defined = definingForm(snapshot, symbol)?.defined;
  if (defined?.kind === 'module') {
    return defined.all.find((each) => sameSymbol(each.symbol, symbol));
  }
  return defined !== undefined && sameSymbol(defined.symbol, symbol) ? defined : undefined;
}

/** Of a member of a module, or of a script: what the index of a project has of it. */
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

/** The module or interface that a symbol is, as it is written. */
export function writtenModuleOf(
  snapshot: NamesView,
  symbol: CodeSymbol,
): WrittenModule | undefined {
  const defined = definingForm(snapshot, symbol)?.defined;
  return defined?.kind === 'module' ? defined.written : undefined;
}

/** The documentation that a definition or module is written with. */
export function documentationOf(snapshot: NamesView, symbol: CodeSymbol): string | undefined {
  if (symbol.kind === 'module' || symbol.kind === 'interface') {
    const written = writtenModuleOf(snapshot, symbol);
    return written === undefined ? undefined : docOf(written);
  }
  const written = definedSymbol(snapshot, symbol)?.written;
  return written === undefined ? undefined : docOf(written);
}
