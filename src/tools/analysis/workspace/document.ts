// One version of one file: its text and its syntax tree. Immutable. The files of standard modules are documents too:
// scripts load them, and contracts may use those that are on every chain.

import { lazily } from '../../../base/deferred.ts';
import { Source } from '../../../base/span.ts';
import {
  parseEdited,
  type SoundProgram,
  type SyntaxDiagnostic,
  syntaxError,
} from '../../../lang/session/analyse.ts';
import { isPactFile, isShipped, shippedScheme, standardFile } from '../../../script/files.ts';
import { parseTyped } from '../../../script/pages/documentation.ts';
import type { ModulePlace } from '../check/project-modules.ts';
import type { ParsedFile } from '../check/sources.ts';

export type Document = ParsedFile & {
  /** The client's version number; absent for a file that is not open. */
  readonly version: number | undefined;
  readonly text: string;
  /** Offsets of the beginnings of lines; a line ends with a line feed. */
  readonly lines: readonly number[];
  /** The syntax errors, with the unclosed brackets. */
  readonly syntax: readonly SyntaxDiagnostic[];
};

type ReadOptions = {
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

const standardDocuments = new Map<string, Document>();

/** Returns `undefined` if the path is not one of them. Each document is made once, so that results can be kept. */
export function shippedDocument(path: string): Document | undefined {
  if (!isShipped(path)) return undefined;
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

/** The standard modules that are on every chain: contracts use them without loading them. */
export const modulesOfEveryChain = [
  'coin',
  'fungible-v2',
  'fungible-xchain-v1',
  'gas-payer-v1',
  'ns',
] as const;

/** Returns the place of a module that is on every chain, for projects that do not contain it. */
export function placeOnEveryChain(name: string): ModulePlace | undefined {
  if (!modulesOfEveryChain.some((each) => each === name)) return undefined;
  const file = shippedDocument(`${shippedScheme}${name}/${name}.pact`);
  const form = file?.forms.find((each) => each.kind === 'module' || each.kind === 'interface');
  return file === undefined || form === undefined ? undefined : { file, form };
}

export function normalPath(path: string): string {
  const parts: string[] = [];
  const isAbsolute = path.startsWith('/');
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!isAbsolute) parts.push(part);
  }
  return `${isAbsolute ? '/' : ''}${parts.join('/')}`;
}
