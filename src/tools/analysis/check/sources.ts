// The files of a project: each is read and parsed once, under the first path by which it was reached.

import { Source } from '../../../base/span.ts';
import { syntaxError, type EvalError, type TopLevel } from '../../../lang/session/analyse.ts';
import type { FileHost } from '../../../script/files.ts';
import type { Dialect } from '../../../script/builtins/builtin-sets.ts';
import { parseTyped } from '../../../script/pages/word-alone.ts';
import { isPactFile } from '../../../script/paths.ts';
import { withStandardFiles } from '../../../script/standard/standard-files.ts';

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

export class Sources implements SourceFiles {
  private readonly host: FileHost;
  private readonly nestingLimit: number;
  private readonly files = new Map<string, ParsedFile | { readonly reason: string }>();

  constructor(host: FileHost, nestingLimit: number) {
    this.host = withStandardFiles(host);
    this.nestingLimit = nestingLimit;
  }

  /** Returns a sentence if it cannot be read. */
  open(path: string): ParsedFile | { readonly reason: string } {
    const identity = this.host.identify(path);
    let file = this.files.get(identity);
    if (file === undefined) {
      file = this.read(path, identity);
      this.files.set(identity, file);
    }
    return file;
  }

  private read(path: string, identity: string): ParsedFile | { readonly reason: string } {
    const answer = this.host.readFile(path);
    if (answer.kind === 'failure') return { reason: answer.reason };
    const dialect = isPactFile(path) ? 'pact' : 'repl';
    const source = new Source(path, answer.text);
    const { value, diagnostics } = parseTyped(source, {
      dialect,
      nestingLimit: this.nestingLimit,
    });
    return { path, identity, dialect, source, forms: value, errors: diagnostics.map(syntaxError) };
  }
}

export const isParsed = (file: ParsedFile | { readonly reason: string }): file is ParsedFile =>
  Object.hasOwn(file, 'forms');
