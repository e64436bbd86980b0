// All references in the project to the thing named at an offset.

import type { Snapshot } from '../workspace/snapshot.ts';
import { lastPartOf, type CodeSymbol, type Reference } from '../workspace/symbols.ts';
import { referenceAt } from './node-at.ts';

export type FoundReference = Reference & { readonly path: string };

export function referencesAt(
  snapshot: Snapshot,
  path: string,
  offset: number,
  options?: { readonly withDefinition: boolean },
): readonly FoundReference[] {
  return [...findingReferences(snapshot, path, offset, options)].flat();
}

/** The same file by file, so that callers can do other work in between. */
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

export function referencesInFile(
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
