// What is at an offset of a file: the reference there, and the syntax around it.

import { countLeading } from '../../base/binary-search.ts';
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
  const begun = countLeading(
    references.length,
    (at) => (references[at] as Reference).span.start <= offset,
  );
  const before = references[begun - 1];
  return before !== undefined && offset <= before.span.end ? before : undefined;
}
