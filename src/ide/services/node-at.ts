// What is at an offset of a file: the reference there, and the syntax around it.

import type { Snapshot } from '../workspace/snapshot.ts';
import type { Reference } from '../workspace/symbols.ts';

/** The name that the offset is within or right behind. */
export function referenceAt(
  snapshot: Snapshot,
  path: string,
  offset: number,
): Reference | undefined {
  return referenceIn(snapshot.analysis(path).references, offset);
}

export function referenceIn(
  references: readonly Reference[],
  offset: number,
): Reference | undefined {
  let low = 0;
  let high = references.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((references[middle] as Reference).span.start <= offset) low = middle + 1;
    else high = middle;
  }
  const before = references[low - 1];
  return before !== undefined && offset <= before.span.end ? before : undefined;
}
