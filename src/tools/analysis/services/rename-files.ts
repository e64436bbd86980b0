// Updates `load` when files or folders are renamed.

import type { TextEdit } from '../../../lang/session/analyse.ts';
import {
  headOf,
  isGroup,
  isWord,
  readBrackets,
  type Group,
} from '../../../script/brackets/read-brackets.ts';
import { resolveLoad } from '../../../script/paths.ts';
import { normalPath } from '../workspace/normal-path.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { relativePath } from './relative-path.ts';

/** Both are workspace paths; a folder includes its contents. */
export type FileRename = { readonly from: string; readonly to: string };

export type FileEdits = {
  /** The path before the rename. */
  readonly path: string;
  readonly edits: readonly TextEdit[];
};

/** Finds files that load renamed files, and renamed files that load others. */
export function renameFiles(
  snapshot: Snapshot,
  renames: readonly FileRename[],
): readonly FileEdits[] {
  const normal = renames.map(({ from, to }) => ({ from: normalPath(from), to: normalPath(to) }));
  const known = new Set(snapshot.files());
  return snapshot.files().flatMap((path) => {
    const edits = editsIn(snapshot, path, (old) => renamed(old, normal), known);
    return edits.length === 0 ? [] : [{ path, edits }];
  });
}

function renamed(path: string, renames: readonly FileRename[]): string {
  for (const { from, to } of renames) {
    if (path === from) return to;
    if (path.startsWith(`${from}/`)) return to + path.slice(from.length);
  }
  return path;
}

function editsIn(
  snapshot: Snapshot,
  path: string,
  after: (path: string) => string,
  known: ReadonlySet<string>,
): readonly TextEdit[] {
  const document = snapshot.document(path);
  if (document?.text.includes('load') !== true) return [];
  const edits: TextEdit[] = [];
  const pending: Group[] = [readBrackets(document.source).top];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    for (const item of group.items) if (isGroup(item)) pending.push(item);
    const written = headOf(group) === 'load' ? group.items[1] : undefined;
    if (!isWord(written) || written.kind !== 'string') continue;
    const text = written.text.slice(1, -1);
    const target = normalPath(resolveLoad(path, text));
    const isMoved = after(target) !== target || after(path) !== path;
    if (!isMoved || !known.has(target)) continue;
    const wanted = relativePath(after(path), after(target));
    if (wanted === undefined || normalPath(resolveLoad(after(path), text)) === after(target))
      continue;
    edits.push({ start: written.start + 1, end: written.end - 1, text: wanted });
  }
  return edits.sort((left, right) => left.start - right.start);
}
