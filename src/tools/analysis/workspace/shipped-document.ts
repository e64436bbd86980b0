// The files of standard modules and the stubs of well-known contracts as documents: scripts load them, and definitions
// lead to them.

import { isShipped } from '../../../script/standard/shipped-paths.ts';
import { standardFile } from '../../../script/standard/standard-files.ts';
import { stubAt } from '../stubs/stub-files.ts';
import type { ParsedFile } from '../check/sources.ts';
import { readDocument, type Document } from './document.ts';

const standardDocuments = new Map<string, Document>();

/** Returns `undefined` if the path is not one of them. Each document is made once, so that results can be kept. */
export function shippedDocument(path: string): Document | undefined {
  if (!isShipped(path)) return undefined;
  const stub = stubAt(path);
  if (stub !== undefined) return documentOf(stub);
  const known = standardDocuments.get(path);
  if (known !== undefined) return known;
  const answer = standardFile(path);
  if (answer.kind === 'failure') return undefined;
  const document = readDocument(path, answer.text, { nestingLimit });
  standardDocuments.set(path, document);
  return document;
}

/** Our own files nest less. */
const nestingLimit = 200;

function documentOf(file: ParsedFile): Document {
  const { source } = file;
  return { ...file, version: undefined, text: source.text, lines: source.lineStarts, syntax: [] };
}
