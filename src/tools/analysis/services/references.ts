// From a name to its definition, its references in all files, and the highlights in the current one.

import type { NamesView, Snapshot } from '../workspace/snapshot.ts';
import {
  type Access,
  type CodeSymbol,
  lastPartOf,
  type Reference,
  type SymbolPlace,
  type TextRange,
} from '../workspace/symbols.ts';
import { loadAt } from './loads.ts';

export type FoundReference = Reference & { readonly path: string };

/** File by file, so that callers can do other work in between. */
export function* findingReferences(
  snapshot: Snapshot,
  path: string,
  offset: number,
  { withDefinition }: { readonly withDefinition: boolean } = { withDefinition: true },
): Generator<readonly FoundReference[], void> {
  const reference = referenceAt(snapshot, path, offset);
  if (reference === undefined) return;
  const { symbol } = reference;
  for (const file of filesNaming(snapshot, symbol)) {
    const all = referencesInFile(snapshot, file, symbol);
    yield withDefinition ? all : all.filter(({ access }) => access !== 'definition');
  }
}

/** By path in the order of the project's files, then in the order of the text. */
export function referencesTo(snapshot: Snapshot, symbol: CodeSymbol): readonly FoundReference[] {
  return filesNaming(snapshot, symbol).flatMap((path) => referencesInFile(snapshot, path, symbol));
}

function referencesInFile(
  snapshot: Pick<Snapshot, 'analysis'>,
  path: string,
  symbol: CodeSymbol,
): readonly FoundReference[] {
  return snapshot
    .analysis(path)
    .referencesTo(symbol)
    .map((each) => ({ ...each, path }));
}

/** Returns files whose text contains the name: only those are analysed. */
function filesNaming(snapshot: Snapshot, symbol: CodeSymbol): readonly string[] {
  const { kind, place } = symbol;
  if (place !== undefined && (kind === 'local' || kind === 'step')) return [place.path];
  const last = lastPartOf(symbol);
  const outside = place === undefined || snapshot.files().includes(place.path) ? [] : [place.path];
  return [...snapshot.files(), ...outside].filter(
    (path) => snapshot.document(path)?.text.includes(last) === true,
  );
}

export type Definition = SymbolPlace & {
  /** The origin: the name, or the path of a `load`. */
  readonly origin: TextRange;
};

export function definitionAt(
  snapshot: NamesView,
  path: string,
  offset: number,
): readonly Definition[] {
  const loaded = loadedFileAt(snapshot, path, offset);
  if (loaded !== undefined) return [loaded];
  const reference = referenceAt(snapshot, path, offset);
  if (reference === undefined) return [];
  const { symbol, span: origin } = reference;
  return symbol.place === undefined ? [] : [{ ...symbol.place, origin }];
}

/** `(load "file")` leads to the beginning of the file. */
function loadedFileAt(snapshot: NamesView, path: string, offset: number): Definition | undefined {
  const document = snapshot.document(path);
  const load = document === undefined ? undefined : loadAt(document, offset);
  const target = load === undefined ? undefined : snapshot.document(load.target);
  if (load === undefined || target === undefined) return undefined;
  const beginning = { start: 0, end: 0 };
  return { path: target.path, span: beginning, nameSpan: beginning, origin: load.written };
}

type Highlight = {
  readonly span: TextRange;
  /** Definitions count as writes. */
  readonly kind: 'read' | 'write';
};

export function highlightsAt(
  snapshot: NamesView,
  path: string,
  offset: number,
): readonly Highlight[] {
  const reference = referenceAt(snapshot, path, offset);
  if (reference === undefined) return [];
  return referencesInFile(snapshot, path, reference.symbol).map(({ span, access }) => ({
    span,
    kind: isWrite(access) ? 'write' : 'read',
  }));
}

const isWrite = (access: Access): boolean => access === 'write' || access === 'definition';

/** Returns the name that contains the offset or ends there. */
export function referenceAt(
  snapshot: NamesView,
  path: string,
  offset: number,
): Reference | undefined {
  return snapshot.analysis(path).referenceAt(offset);
}
