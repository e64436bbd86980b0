// The reference at an offset of a file.

import type { NamesView } from '../workspace/snapshot.ts';
import type { Reference } from '../workspace/symbols.ts';

/** Returns the name that contains the offset or ends there. */
export function referenceAt(
  snapshot: NamesView,
  path: string,
  offset: number,
): Reference | undefined {
  return snapshot.analysis(path).referenceAt(offset);
}
