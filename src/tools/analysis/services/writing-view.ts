// The data for services that help while writing: the documents of a project as currently written, and the builtins.

import type { Source } from '../../../base/span.ts';
import type { TopLevel } from '../../../lang/session/analyse.ts';
import type { Dialect, BuiltinSets } from '../../../script/builtins/builtin-sets.ts';

export type WrittenDocument = {
  readonly path: string;
  readonly dialect: Dialect;
  readonly source: Source;
  /** The forms without syntax errors. */
  readonly forms: readonly TopLevel[];
};

/** A snapshot of a workspace implements this. */
export type WritingView = {
  readonly builtins: BuiltinSets;
  /** Returns `undefined` for a file that cannot be read. */
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
