// The files of a project, each read and parsed once, under the first path by which it was reached; and a form of a file as a walk
// has seen it.

import { Source } from '../../../base/span.ts';
import {
  type CheckedModule,
  type EvalError,
  type RedefinedModule,
  type Referent,
  type ResolvedTopLevel,
  type StaticModules,
  syntaxError,
  type SyntaxModule,
  type TopLevel,
  type TypedTerm,
} from '../../../lang/session/analyse.ts';
import { type BuiltinSets, builtinTable, type Dialect } from '../../../script/builtins.ts';
import { type FileHost, isPactFile, withStandardFiles } from '../../../script/files.ts';
import { parseTyped } from '../../../script/pages/documentation.ts';

export type ParsedFile = {
  readonly path: string;
  readonly identity: string;
  readonly dialect: Dialect;
  readonly source: Source;
  /** The forms without syntax errors. */
  readonly forms: readonly TopLevel[];
  readonly errors: readonly EvalError[];
};

/** The source of a project's files. */
export type SourceFiles = {
  /** Returns a sentence if it cannot be read. */
  readonly open: (path: string) => ParsedFile | { readonly reason: string };
};

/** Reads each file once, by its identity. */
export function sourcesOf(files: FileHost, nestingLimit: number): SourceFiles {
  const host = withStandardFiles(files);
  const known = new Map<string, ReturnType<SourceFiles['open']>>();
  const read = (path: string, identity: string): ReturnType<SourceFiles['open']> => {
    const answer = host.readFile(path);
    if (answer.kind === 'failure') return { reason: answer.reason };
    const dialect = isPactFile(path) ? 'pact' : 'repl';
    const source = new Source(path, answer.text);
    const { value, diagnostics } = parseTyped(source, { dialect, nestingLimit });
    return { path, identity, dialect, source, forms: value, errors: diagnostics.map(syntaxError) };
  };
  return {
    open(path) {
      const identity = host.identify(path);
      const file = known.get(identity) ?? read(path, identity);
      known.set(identity, file);
      return file;
    },
  };
}

export const isParsed = (file: ParsedFile | { readonly reason: string }): file is ParsedFile =>
  Object.hasOwn(file, 'forms');

/** A form during the walk, and its result. */
export type SeenForm = {
  readonly form: TopLevel;
  readonly file: ParsedFile;
  /** `undefined` for a form that only affects later ones, and for one that is invalid as a whole. */
  readonly resolved: ResolvedTopLevel | undefined;
  /** For a module or interface. */
  readonly checked: CheckedModule | undefined;
  /** The namespace in which modules are installed; empty for the root. */
  readonly namespace: string;
  /** The hash by which later forms know the module. */
  readonly installedAs: string | undefined;
  /** The meaning of the names of the form, by the offsets at which they begin. */
  readonly referents: ReadonlyMap<number, Referent>;
  /** The types of the terms in one of its definitions, or in the form if it has none. */
  readonly typesWithin: (definition: string | undefined) => readonly TypedTerm[];
  /**
   * Returns the module with one definition (by its index in written order) replaced by that of another form. Returns
   * `undefined` if only a new walk can tell.
   */
  readonly redefined: (written: SyntaxModule, index: number) => RedefinedModule | undefined;
};

/** Uses the state at the end of the walk. */
export function questionsAbout(
  { form, file, resolved }: Pick<SeenForm, 'form' | 'file' | 'resolved'>,
  known: StaticModules,
  builtins: BuiltinSets,
): Pick<SeenForm, 'typesWithin' | 'redefined'> {
  return {
    typesWithin: (name) => (resolved === undefined ? [] : known.typesIn(resolved, name)),
    redefined(written, index) {
      if (resolved === undefined) return undefined;
      const table = builtinTable(builtins, { flags: new Set() }, () => file.dialect);
      return known.redefined({ form, resolved }, { written, index }, table);
    },
  };
}
