// What is at an offset of a file: the reference there.

import type { NamesView } from '../workspace/snapshot.ts';
import type { Reference } from '../workspace/symbols.ts';

/** The name that the offset is within or right behind. */
export function referenceAt(
  snapshot: NamesView,
  path: string,
  offset: number,
): Reference | undefined {
  return snapshot.analysis(path).referenceAt(offset);
}
