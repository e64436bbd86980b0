// What the services that help while writing look at: the documents of a project as they are written, and the builtins.

import type { Source } from '../../base/span.ts';
import type { TopLevel } from '../../lang/session/analyse.ts';
import type { Dialect, BuiltinSets } from '../builtins/builtin-sets.ts';

export type WrittenDocument = {
  readonly path: string;
  readonly dialect: Dialect;
  readonly source: Source;
  /** The sound forms. */
  readonly forms: readonly TopLevel[];
};

/** A snapshot of a workspace is one. */
export type WritingView = {
  readonly builtins: BuiltinSets;
  /** Nothing for a file that cannot be read. */
  document(path: string): WrittenDocument | undefined;
  /** The sources of the project. */
  files(): readonly string[];
};

export function* documentsOf(view: WritingView): Generator<WrittenDocument> {
  for (const path of view.files()) {
    const document = view.document(path);
    if (document !== undefined) yield document;
  }
}
