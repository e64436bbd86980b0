// The type of a parameter or variable as text: the written one, otherwise the inferred one.

import type { Argument, Expression, TopLevel } from '../../../lang/session/analyse.ts';
import { typeSignature } from '../../../lang/session/analyse.ts';
import type { FormAnalysis } from '../workspace/analysis.ts';
import { walkWritten } from '../workspace/walk-written.ts';
import type { NamesView } from '../workspace/snapshot.ts';
import { sameSymbol, type CodeSymbol, type TextRange } from '../workspace/symbols.ts';
import { definingForm } from './describe-symbol.ts';

export type SymbolType = { readonly text: string; readonly isWritten: boolean };

export function typeOfSymbol(snapshot: NamesView, symbol: CodeSymbol): SymbolType | undefined {
  const { place } = symbol;
  const form = definingForm(snapshot, symbol);
  if (place === undefined || form === undefined) return undefined;
  const declared = declarationAt(form.seen.form, place.nameSpan);
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

const known = new WeakMap<TopLevel, ReadonlyMap<number, Declaration>>();

/** Returns the parameter or variable whose name is at exactly this place. Cached for each form. */
function declarationAt(form: TopLevel, { start }: TextRange): Declaration | undefined {
  const found = known.get(form) ?? declarationsIn(form);
  known.set(form, found);
  return found.get(start);
}

function declarationsIn(form: TopLevel): ReadonlyMap<number, Declaration> {
  const found = new Map<number, Declaration>();
  walkWritten(form, {
    argument: (argument, value) => found.set(argument.span.start, { argument, value }),
  });
  return found;
}
