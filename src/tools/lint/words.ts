// Finds all words in a part of a source, regardless of meaning: a safe test of whether a name may be used.

import { Source, type Span } from '../../base/span.ts';
import { tokenImages } from '../../lang/session/analyse.ts';

/** Returns the words of a span, except those of another span inside it. */
export function wordsOutside({ text }: Source, whole: Span, without: Span): ReadonlySet<string> {
  const parts = [text.slice(whole.start, without.start), text.slice(without.end, whole.end)];
  return new Set(parts.flatMap((part) => tokenImages(new Source('part', part))));
}
