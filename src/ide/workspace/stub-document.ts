// The stub of a well-known contract as a document, as the target of definitions.

import { stubAt } from '../stubs/stub-files.ts';
import type { Document } from './document.ts';

export function stubDocument(path: string): Document | undefined {
  const file = stubAt(path);
  if (file === undefined) return undefined;
  const { source } = file;
  return { ...file, version: undefined, text: source.text, lines: source.lineStarts, syntax: [] };
}
