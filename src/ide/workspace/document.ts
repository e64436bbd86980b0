// One version of one file: its text and what parsing made of it. Never changes.

import { lazily } from '../../base/lazily.ts';
import { Source } from '../../base/span.ts';
import { parseProgram, syntaxError, type SyntaxDiagnostic } from '../../lang/session/analyse.ts';
import type { ParsedFile } from '../check/sources.ts';
import { isPactFile } from '../paths.ts';

export type Document = ParsedFile & {
  /** The client's; nothing for a file that is not open. */
  readonly version: number | undefined;
  readonly text: string;
  /** Offsets at which lines begin; a line ends with a line feed. */
  readonly lines: readonly number[];
  /** What is wrong with its syntax, with the brackets that were left open. */
  readonly syntax: readonly SyntaxDiagnostic[];
};

export function readDocument(
  path: string,
  text: string,
  {
    version,
    nestingLimit,
  }: { readonly version?: number | undefined; readonly nestingLimit: number },
): Document {
  const dialect = isPactFile(path) ? 'pact' : 'repl';
  const source = new Source(path, text);
  // Of many files only the text is needed.
  const parsed = lazily(() => parseProgram(source, { dialect, nestingLimit }));
  const errors = lazily(() => parsed().diagnostics.map(syntaxError));
  const document: Document = {
    path,
    identity: path,
    dialect,
    source,
    get forms() {
      return parsed().value;
    },
    get errors() {
      return errors();
    },
    version,
    text,
    get lines() {
      return source.lineStarts;
    },
    get syntax() {
      return parsed().diagnostics;
    },
  };
  ofSources.set(source, document);
  return document;
}

const ofSources = new WeakMap<Source, Document>();

/** The version of a document that a source is the text of. */
export const documentOf = (source: Source): Document | undefined => ofSources.get(source);
