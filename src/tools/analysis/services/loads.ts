// The paths in `(load ...)`: links to the files, the one at an offset, and edits when files are renamed.

import type { Source } from '../../../base/span.ts';
import type { TextEdit } from '../../../lang/session/analyse.ts';
import {
  type Group,
  headOf,
  isGroup,
  isWord,
  readBrackets,
} from '../../../script/brackets/read-brackets.ts';
import { resolveLoad } from '../../../script/files.ts';
import { staticForm } from '../../../script/names/written-forms.ts';
import { normalPath } from '../workspace/document.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { TextRange } from '../workspace/symbols.ts';
import type { WrittenDocument } from './known-modules.ts';

type Link = TextRange & {
  readonly target:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'address'; readonly url: string };
};

/** Returns links in order. */
export function linksOf(source: Source): readonly Link[] {
  const { top, words } = readBrackets(source);
  const addresses = words.flatMap(({ kind, text, start }) =>
    kind === 'string' || kind === 'comment' ? addressesIn(text, start) : [],
  );
  return [...loads(top, source), ...addresses].sort((left, right) => left.start - right.start);
}

function loads(top: Group, source: Source): readonly Link[] {
  const links: Link[] = [];
  const pending = [top];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    for (const item of group.items) if (isGroup(item)) pending.push(item);
    const path = group.items[1];
    if (headOf(group) !== 'load' || !isWord(path) || path.kind !== 'string') continue;
    const [start, end] = [path.start + 1, path.end - 1];
    const text = source.text.slice(start, end);
    if (text === '' || text.includes('\\')) continue;
    links.push({ start, end, target: { kind: 'file', path: resolveLoad(source.name, text) } });
  }
  return links;
}

function addressesIn(text: string, offset: number): readonly Link[] {
  return [...text.matchAll(/\bhttps?:\/\/[^\s"\\<>()[\]{}]+/g)].map(({ 0: found, index }) => {
    const url = found.replace(/[.,;:!?'*]+$/, '');
    const start = offset + index;
    return { start, end: start + url.length, target: { kind: 'address', url } };
  });
}

type LoadAt = {
  /** The string, with its quotation marks. */
  readonly written: TextRange;
  /** The path of the loaded file. */
  readonly target: string;
};

export function loadAt({ path, forms }: WrittenDocument, offset: number): LoadAt | undefined {
  const form = forms.find(({ span }) => span.start <= offset && offset <= span.end);
  if (form?.kind !== 'term') return undefined;
  const known = staticForm(form);
  if (known?.kind !== 'load' || form.expression.kind !== 'application') return undefined;
  const written = form.expression.args[0]?.span;
  if (written === undefined || offset < written.start || offset > written.end) return undefined;
  const { start, end } = written;
  return { written: { start, end }, target: resolveLoad(path, known.path) };
}

/** Returns `undefined` between an absolute and a relative path. */
export function relativePath(from: string, to: string): string | undefined {
  if (from.startsWith('/') !== to.startsWith('/')) return undefined;
  const folders = from.split('/').slice(0, -1);
  const parts = to.split('/');
  let same = 0;
  while (same < folders.length && same < parts.length - 1 && folders[same] === parts[same]) same++;
  const up = folders.slice(same);
  if (up.includes('..')) return undefined;
  return [...up.map(() => '..'), ...parts.slice(same)].join('/');
}

/** Both are workspace paths; a folder includes its contents. */
type FileRename = { readonly from: string; readonly to: string };

type FileEdits = {
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
