// The references in one file to the thing named at an offset.

import type { NamesView } from '../workspace/snapshot.ts';
import type { Access, TextRange } from '../workspace/symbols.ts';
import { referenceAt } from './node-at.ts';
import { referencesInFile } from './references.ts';

export type Highlight = {
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
