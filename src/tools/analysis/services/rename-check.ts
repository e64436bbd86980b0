// Checks that edits keep the meaning of a project: they are made on a copy, and every name in the files concerned must
// keep its meaning, without new errors.

import type { Analysis } from '../workspace/analysis.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { CodeSymbol, Reference, TextRange } from '../workspace/symbols.ts';

export type FileEdits = readonly { readonly span: TextRange; readonly text: string }[];

/** Edits in the order of the text, without overlaps. */
export function applyEdits(text: string, edits: FileEdits): string {
  let result = '';
  let at = 0;
  for (const { span, text: added } of edits) {
    result += text.slice(at, span.start) + added;
    at = span.end;
  }
  return result + text.slice(at);
}

/** Returns a sentence about the first change of meaning. */
export function* whatChanges(
  snapshot: Snapshot,
  files: ReadonlyMap<string, FileEdits>,
  newName: string,
): Generator<undefined, string | undefined> {
  const texts = new Map<string, string>();
  for (const [path, edits] of files) {
    texts.set(path, applyEdits(snapshot.document(path)?.text ?? '', edits));
  }
  const after = snapshot.withTexts(texts);
  yield* after.checking();
  const concerned = snapshot
    .files()
    .filter((path) => texts.has(path) || snapshot.document(path)?.text.includes(newName) === true);
  for (const path of concerned) {
    const change = changeIn(path, { before: snapshot, after, files, newName });
    if (change !== undefined) return change;
    yield;
  }
  return undefined;
}

type Comparison = {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly files: ReadonlyMap<string, FileEdits>;
  readonly newName: string;
};

function changeIn(path: string, comparison: Comparison): string | undefined {
  const { before, after, files, newName } = comparison;
  const was = before.analysis(path);
  const is = after.analysis(path);
  const changed = was.references.find((reference, i) => {
    const now = is.references[i];
    return now === undefined || !sameMeaning(reference, now, path, files);
  });
  if (changed !== undefined || was.references.length !== is.references.length) {
    const offset = changed?.span.start ?? 0;
    const line = before.document(path)?.source.positionAt(offset).line ?? 0;
    return `The name ${newName} is already in use: other names would change their meaning in ${path}, line ${line + 1}.`;
  }
  if (is.diagnostics.length <= was.diagnostics.length) return undefined;
  return `The name ${newName} would cause an error in ${path}: ${newError(was, is)}`;
}

function newError(was: Analysis, is: Analysis): string {
  const before = new Set(was.diagnostics.map(({ error }) => error.message));
  const added = is.diagnostics.find(({ error }) => !before.has(error.message));
  return (added?.error.message ?? '').replace(/\s+/g, ' ');
}

function sameMeaning(
  was: Reference,
  is: Reference,
  path: string,
  files: ReadonlyMap<string, FileEdits>,
): boolean {
  return (
    is.span.start === moved(was.span.start, files.get(path)) &&
    is.access === was.access &&
    sameTarget(was.symbol, is.symbol, files)
  );
}

function sameTarget(
  was: CodeSymbol,
  is: CodeSymbol,
  files: ReadonlyMap<string, FileEdits>,
): boolean {
  if (was.place === undefined || is.place === undefined) {
    return was.place === is.place && was.kind === is.kind && was.name === is.name;
  }
  const { path, nameSpan } = was.place;
  return (
    path === is.place.path && is.place.nameSpan.start === moved(nameSpan.start, files.get(path))
  );
}

/** Returns an offset after the edits before it. */
function moved(offset: number, edits: FileEdits = []): number {
  let shift = 0;
  for (const { span, text } of edits) {
    if (span.end > offset) break;
    shift += text.length - (span.end - span.start);
  }
  return offset + shift;
}
