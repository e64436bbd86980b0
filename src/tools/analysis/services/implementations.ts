// Interfaces and the modules that implement them: corresponding members, and the targets of "implementation" and "type
// definition".

import type { Snapshot } from '../workspace/snapshot.ts';
import type { ModuleSymbols } from '../workspace/define-symbols.ts';
import { sameSymbol, type CodeSymbol } from '../workspace/symbols.ts';
import { definingForm } from './describe-symbol.ts';
import { referenceAt } from './node-at.ts';
import { referencesTo } from './references.ts';
import { typeOfSymbol } from './type-of-symbol.ts';

/**
 * Returns, for an interface, the modules that implement it; for its member, their members; for a module, its
 * interfaces; for its member, the members of these.
 */
export function implementationsAt(
  snapshot: Snapshot,
  path: string,
  offset: number,
): readonly CodeSymbol[] {
  const symbol = referenceAt(snapshot, path, offset)?.symbol;
  return symbol === undefined ? [] : implementationsOf(snapshot, symbol);
}

export function implementationsOf(snapshot: Snapshot, symbol: CodeSymbol): readonly CodeSymbol[] {
  const module = moduleAround(snapshot, symbol);
  if (module === undefined) return [];
  const others =
    module.symbol.kind === 'interface'
      ? implementersOf(snapshot, module.symbol)
      : interfacesOf(snapshot, module);
  if (sameSymbol(module.symbol, symbol)) return others.map((each) => each.symbol);
  return others.flatMap((each) => each.members.get(symbol.name)?.symbol ?? []);
}

/** Returns the module or interface that a symbol is, or belongs to. */
export function moduleAround(snapshot: Snapshot, symbol: CodeSymbol): ModuleSymbols | undefined {
  const defined = definingForm(snapshot, symbol)?.defined;
  return defined?.kind === 'module' ? defined : undefined;
}

export function implementersOf(snapshot: Snapshot, declared: CodeSymbol): readonly ModuleSymbols[] {
  return referencesTo(snapshot, declared).flatMap(({ path, span, access }) => {
    if (access !== 'implement') return [];
    const defined = snapshot.analysis(path).formAt(span.start)?.defined;
    return defined?.kind === 'module' ? [defined] : [];
  });
}

export function interfacesOf(
  snapshot: Snapshot,
  { symbol: { place } }: ModuleSymbols,
): readonly ModuleSymbols[] {
  if (place === undefined) return [];
  const form = snapshot.analysis(place.path).formAt(place.nameSpan.start);
  return (form?.references ?? []).flatMap(({ access, symbol }) => {
    const found = access === 'implement' ? moduleAround(snapshot, symbol) : undefined;
    return found === undefined ? [] : [found];
  });
}

/**
 * Returns the targets of the type of the name at the offset: the schema of a table, object or field binding, or the
 * interfaces of a module reference.
 */
export function typeDefinitionsAt(
  snapshot: Snapshot,
  path: string,
  offset: number,
): readonly CodeSymbol[] {
  const symbol = referenceAt(snapshot, path, offset)?.symbol;
  if (symbol === undefined) return [];
  const named = namedByType(snapshot, symbol);
  if (named.length > 0) return named;
  const text = typeOfSymbol(snapshot, symbol)?.text ?? '';
  return interfacesNamed(snapshot, text);
}

/** Returns the names in the written type of a definition, parameter or variable: it follows the name. */
function namedByType(snapshot: Snapshot, { place }: CodeSymbol): readonly CodeSymbol[] {
  if (place === undefined) return [];
  const { references } = snapshot.analysis(place.path);
  const text = snapshot.document(place.path)?.text ?? '';
  const { end } = place.nameSpan;
  const type = /^\s*:\s*(?:\[+\s*)?(?:(?:object|table|module)\s*)?\{([^}]*)\}/.exec(
    text.slice(end, end + longestType),
  );
  if (type === null) return [];
  return references.flatMap(({ span, access, symbol }) =>
    access === 'type' && span.start >= end && span.end <= end + type[0].length ? [symbol] : [],
  );
}

const longestType = 1_000;

/** Parses `module{a, b}` as inference prints it. */
function interfacesNamed(snapshot: Snapshot, type: string): readonly CodeSymbol[] {
  const names = /^module\{(.*)\}$/.exec(type)?.[1]?.split(', ') ?? [];
  return names.flatMap((name) => interfaceNamed(snapshot, name) ?? []);
}

function interfaceNamed(snapshot: Snapshot, name: string): CodeSymbol | undefined {
  for (const path of snapshot.files()) {
    if (snapshot.document(path)?.text.includes(name.slice(name.lastIndexOf('.') + 1)) !== true) {
      continue;
    }
    for (const { defined } of snapshot.analysis(path).forms) {
      if (defined?.kind === 'module' && defined.symbol.name === name) return defined.symbol;
    }
  }
  return undefined;
}
