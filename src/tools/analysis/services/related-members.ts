// Symbols that must have the same name: members of an interface and of the modules that implement it, and their
// parameters.

import type { Snapshot } from '../workspace/snapshot.ts';
import { sameSymbol, type CodeSymbol } from '../workspace/symbols.ts';
import { definedSymbol, definingForm } from './describe-symbol.ts';
import { implementationsOf } from './implementations.ts';

/** The symbol itself comes first. */
export function relatedMembers(snapshot: Snapshot, symbol: CodeSymbol): readonly CodeSymbol[] {
  if (symbol.kind === 'parameter') return relatedParameters(snapshot, symbol);
  if (symbol.kind !== 'function' && symbol.kind !== 'capability' && symbol.kind !== 'defpact') {
    return [symbol];
  }
  const all: CodeSymbol[] = [symbol];
  // Grows during the loop: an interface leads to modules, and these to their other interfaces.
  for (const each of all) {
    for (const other of implementationsOf(snapshot, each)) {
      if (!all.some((known) => sameSymbol(known, other))) all.push(other);
    }
  }
  return all;
}

function relatedParameters(snapshot: Snapshot, symbol: CodeSymbol): readonly CodeSymbol[] {
  const defined = definingForm(snapshot, symbol)?.defined;
  const owner = defined?.kind === 'module' ? defined.members.get(symbol.owner ?? '') : undefined;
  const position = owner?.parameters.findIndex((each) => sameSymbol(each, symbol)) ?? -1;
  if (owner === undefined || position === -1) return [symbol];
  return relatedMembers(snapshot, owner.symbol).flatMap((each) => {
    const parameter = definedSymbol(snapshot, each)?.parameters[position];
    return parameter?.name === symbol.name ? [parameter] : [];
  });
}
