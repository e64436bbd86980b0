// Returns where the name at an offset is defined.

import { resolveLoad } from '../paths.ts';
import { staticForm } from '../check/static-forms.ts';
import type { NamesView } from '../workspace/snapshot.ts';
import type { SymbolPlace, TextRange } from '../workspace/symbols.ts';
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
  const form = document?.forms.find(({ span }) => span.start <= offset && offset <= span.end);
  if (document === undefined || form?.kind !== 'term') return undefined;
  const known = staticForm(form);
  if (known?.kind !== 'load' || form.expression.kind !== 'application') return undefined;
  const written = form.expression.args[0]?.span;
  if (written === undefined || offset < written.start || offset > written.end) return undefined;
  const target = snapshot.document(resolveLoad(document.path, known.path));
  if (target === undefined) return undefined;
  const beginning = { start: 0, end: 0 };
  const origin = { start: written.start, end: written.end };
  return { path: target.path, span: beginning, nameSpan: beginning, origin };
}
