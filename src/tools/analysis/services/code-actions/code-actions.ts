// Quick fixes and refactorings for a place of a file.

import { blessings, moduleFixes, organiseUses } from './modules.ts';
import { bracketFixes } from './brackets.ts';
import { acquisitions, rewrites } from './rewrites.ts';
import { extractions } from './extract.ts';
import { keysetFixes, missingTypes, nameFixes, typeFixes } from './names.ts';
import { type ActionPlace, type CodeAction, type CodeActionKind, touches } from './action.ts';
import type { Snapshot } from '../../workspace/snapshot.ts';
import type { TextRange } from '../../workspace/symbols.ts';

/** `only`: kinds of the protocol; `refactor` includes all kinds that begin with it. */
export function codeActionsAt(
  snapshot: Snapshot,
  path: string,
  { start, end }: TextRange,
  { only }: { readonly only?: readonly string[] } = {},
): readonly CodeAction[] {
  const document = snapshot.document(path);
  if (document === undefined) return [];
  const { length } = document.text;
  const from = Math.max(0, Math.min(start, length));
  const place = {
    snapshot,
    document,
    range: { start: from, end: Math.max(from, Math.min(end, length)) },
  };
  const isWanted = (kind: CodeActionKind): boolean =>
    only === undefined || only.some((each) => kind === each || kind.startsWith(`${each}.`));
  return [
    ...(isWanted('quickfix')
      ? [...quickFixes(place), ...keysetFixes(place), ...blessings(place)]
      : []),
    ...(isWanted('quickfix') || isWanted('refactor.rewrite') ? rewrites(place) : []),
    ...(isWanted('refactor.rewrite') ? [...missingTypes(place), ...acquisitions(place)] : []),
    ...(isWanted('refactor.extract') ? extractions(place) : []),
    ...(isWanted('source.organizeImports') ? organiseUses(place) : []),
  ].filter(({ kind }) => isWanted(kind));
}

function quickFixes(place: ActionPlace): readonly CodeAction[] {
  const { snapshot, document, range } = place;
  if (document.errors.length > 0) {
    const fixes = bracketFixes(place);
    if (fixes.length > 0) return fixes;
  }
  return snapshot
    .analysis(document.path)
    .diagnostics.flatMap(({ error }) =>
      touches(error.span, range)
        ? [...nameFixes(place, error), ...moduleFixes(place, error), ...typeFixes(place, error)]
        : [],
    );
}
