// Returns where the name at an offset is defined.

import type { NamesView } from '../workspace/snapshot.ts';
import type { SymbolPlace, TextRange } from '../workspace/symbols.ts';
import { loadAt } from './load-at.ts';
import { referenceAt } from './node-at.ts';

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
