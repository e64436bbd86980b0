// Finds definitions of the project by parts of their names. Uses only the syntax, so it needs no analysis.

import { lastOf } from '../../../base/deferred.ts';
import { staticForm } from '../../../script/names/static-forms.ts';
import { symbolsOfDefinition, symbolsOfModule } from '../workspace/define-symbols.ts';
import type { Document } from '../workspace/document.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { CodeSymbol } from '../workspace/symbols.ts';

/** More than people look through. */
const mostSymbols = 500;

/**
 * `query`: characters of the name in their order, `ctr` for `create-transfer`; with a dot, of the full name. The best
 * matches come first. An empty query returns everything.
 */
export function workspaceSymbols(
  snapshot: Snapshot,
  query: string,
  limit = mostSymbols,
): readonly CodeSymbol[] {
  return lastOf(findingSymbols(snapshot, query, limit));
}

/** The same in steps, so that callers can do other work in between. */
export function* findingSymbols(
  snapshot: Snapshot,
  query: string,
  limit = mostSymbols,
): Generator<undefined, readonly CodeSymbol[]> {
  const wanted = lowerCase(query);
  const found: { readonly symbol: CodeSymbol; readonly score: number }[] = [];
  for (const path of snapshot.files()) {
    const document = snapshot.document(path);
    for (const symbol of document === undefined ? [] : declaredIn(document)) {
      const score = scoreOf(wanted, symbol);
      if (score !== undefined) found.push({ symbol, score });
    }
    yield;
  }
  found.sort((left, right) => right.score - left.score);
  return found.slice(0, limit).map(({ symbol }) => symbol);
}

const known = new WeakMap<Document, readonly CodeSymbol[]>();

/** Modules and definitions, in written order. */
function declaredIn(document: Document): readonly CodeSymbol[] {
  let symbols = known.get(document);
  if (symbols === undefined) {
    symbols = readDeclared(document);
    known.set(document, symbols);
  }
  return symbols;
}

function readDeclared({ forms, path }: Document): readonly CodeSymbol[] {
  let namespace = '';
  return forms.flatMap((form) => {
    const written = staticForm(form);
    if (written?.kind === 'namespace') namespace = written.name;
    if (form.kind === 'module' || form.kind === 'interface') {
      const module = symbolsOfModule(form, path, namespace);
      return [module.symbol, ...module.all.map(({ symbol }) => symbol)];
    }
    const isDefinition = form.kind === 'defun' || form.kind === 'defconst';
    return isDefinition ? [symbolsOfDefinition(form, path).symbol] : [];
  });
}

/** Returns a score, higher is better; `undefined` if the characters do not occur in order. */
export function scoreOf(wanted: string, { name, module }: CodeSymbol): number | undefined {
  const isQualified = wanted.includes('.') && module !== undefined;
  const text = lowerCase(isQualified ? `${module}.${name}` : name);
  if (wanted === '') return 0;
  if (text === wanted) return 1000;
  const at = text.indexOf(wanted);
  if (at !== -1) return (at === 0 ? 800 : isWordStart(text, at) ? 700 : 600) - text.length;
  let score = 0;
  let from = 0;
  for (const character of wanted) {
    const next = text.indexOf(character, from);
    if (next === -1) return undefined;
    score += isWordStart(text, next) ? 10 : next === from ? 5 : 0;
    from = next + 1;
  }
  return score - text.length / 100;
}

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || /[-._:]/.test(text.charAt(at - 1));

/** Names are ASCII. */
const lowerCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
