// One version of one file: its text and its syntax tree. Immutable.

import { lazily } from '../../../base/deferred.ts';
import { Source } from '../../../base/span.ts';
import {
  parseEdited,
  syntaxError,
  type SoundProgram,
  type SyntaxDiagnostic,
} from '../../../lang/session/analyse.ts';
import type { ParsedFile } from '../check/sources.ts';
import { parseTyped } from '../../../script/pages/word-alone.ts';
import { isPactFile } from '../../../script/paths.ts';

export type Document = ParsedFile & {
  /** The client's version number; absent for a file that is not open. */
  readonly version: number | undefined;
  readonly text: string;
  /** Offsets of the beginnings of lines; a line ends with a line feed. */
  readonly lines: readonly number[];
  /** The syntax errors, with the unclosed brackets. */
  readonly syntax: readonly SyntaxDiagnostic[];
};

export type ReadOptions = {
  readonly version?: number | undefined;
  readonly nestingLimit: number;
  /** An earlier version, whose unchanged parts need not be parsed again. */
  readonly former?: Document | undefined;
};

export function readDocument(
  path: string,
  text: string,
  { version, nestingLimit, former }: ReadOptions,
): Document {
  const dialect = isPactFile(path) ? 'pact' : 'repl';
  const source = new Source(path, text);
  // For many files only the text is needed, so parsing is lazy.
  // The tree from which this version is derived, later the tree for later versions.
  let base = former === undefined ? undefined : baseOf(former);
  const parsed = lazily(() => {
    const forms = base && parseEdited(base, source, { nestingLimit });
    const program: Parsed =
      forms === undefined
        ? parseTyped(source, { dialect, nestingLimit })
        : { value: forms, diagnostics: [] };
    if (program.diagnostics.length === 0) base = { source, forms: program.value };
    return program;
  });
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
  bases.set(document, () => base);
  return document;
}

type Parsed = Pick<ReturnType<typeof parseTyped>, 'value' | 'diagnostics'>;

/** The last error-free tree of a document or an earlier version, by document. */
const bases = new WeakMap<Document, () => SoundProgram | undefined>();

const baseOf = (document: Document): SoundProgram | undefined => bases.get(document)?.();

const ofSources = new WeakMap<Source, Document>();

/** The version of a document with the text of a source. */
export const documentOf = (source: Source): Document | undefined => ofSources.get(source);
