// Renames the thing named at an offset, in all files of the project. The rename is made only if every name in the
// changed files has the same meaning afterwards, which is tested on a copy of the project.

import { Source } from '../../../base/span.ts';
import { parseExpression, specialForms } from '../../../lang/session/analyse.ts';
import type { Analysis } from '../workspace/analysis.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { CodeSymbol, Reference, TextRange } from '../workspace/symbols.ts';
import { relatedMembers } from './implementations.ts';
import { type FoundReference, referenceAt, referencesTo } from './references.ts';

type Refused = {
  readonly kind: 'refused';
  /** A sentence for the user. */
  readonly reason: string;
};

type PreparedRename = {
  readonly kind: 'prepared';
  readonly span: TextRange;
  readonly name: string;
};

type Rename = {
  readonly kind: 'edits';
  /** By path, in the order of the text. */
  readonly files: ReadonlyMap<string, FileEdits>;
};

export function prepareRename(
  snapshot: Snapshot,
  path: string,
  offset: number,
): PreparedRename | Refused {
  const reference = referenceAt(snapshot, path, offset);
  if (reference === undefined) return refuse('There is no name here that can be renamed.');
  const reason = unrenamable(snapshot, reference.symbol);
  if (reason !== undefined) return refuse(reason);
  const name = lastName(reference.symbol);
  const span = namePart(snapshot, { ...reference, path });
  return span === undefined
    ? refuse(`The name ${name} is not written here, so it cannot be renamed here.`)
    : { kind: 'prepared', span, name };
}

/** In steps, so that callers can do other work in between. */
export function* renaming(
  snapshot: Snapshot,
  path: string,
  offset: number,
  newName: string,
): Generator<undefined, Rename | Refused> {
  const prepared = prepareRename(snapshot, path, offset);
  const symbol = referenceAt(snapshot, path, offset)?.symbol;
  if (prepared.kind === 'refused' || symbol === undefined) {
    return prepared.kind === 'refused' ? prepared : refuse('There is no name here.');
  }
  if (newName === prepared.name) return { kind: 'edits', files: new Map() };
  const fault = faultOfName(snapshot, newName);
  if (fault !== undefined) return refuse(fault);
  const related = relatedMembers(snapshot, symbol);
  const outside = related.map((each) => unrenamable(snapshot, each)).find((each) => each);
  if (outside !== undefined) return refuse(outside);
  const files = editsOf(snapshot, related, newName);
  const change = yield* whatChanges(snapshot, files, newName);
  return change === undefined ? { kind: 'edits', files } : refuse(change);
}

const refuse = (reason: string): Refused => ({ kind: 'refused', reason });

function unrenamable(snapshot: Snapshot, { kind, name, place }: CodeSymbol): string | undefined {
  switch (kind) {
    case 'builtin':
    case 'special-form':
      return `${name} is part of the language and cannot be renamed.`;
    case 'keyset':
    case 'namespace':
      return `The ${kind} ${name} is stored on the chain and cannot be renamed.`;
    case 'step':
      return 'A step has no name.';
    default:
  }
  if (place !== undefined && snapshot.files().includes(place.path)) return undefined;
  return `${name} is not defined in this project and cannot be renamed.`;
}

/** Returns why a new name is not allowed at all. */
function faultOfName(snapshot: Snapshot, name: string): string | undefined {
  const { value } = parseExpression(new Source('', name));
  const isName =
    value?.kind === 'variable' && value.name.kind === 'bare' && value.name.name === name;
  if (!isName) return `${JSON.stringify(name)} is not a valid Pact name.`;
  const { core, repl } = snapshot.builtins;
  const isTaken =
    core.named(name) !== undefined ||
    repl.named(name) !== undefined ||
    specialForms.some((each) => each.name === name);
  return isTaken ? `${name} is part of the language; choose another name.` : undefined;
}

function editsOf(
  snapshot: Snapshot,
  symbols: readonly CodeSymbol[],
  newName: string,
): ReadonlyMap<string, FileEdits> {
  const files = new Map<string, Map<number, FileEdits[number]>>();
  for (const reference of symbols.flatMap((each) => referencesTo(snapshot, each))) {
    const span = namePart(snapshot, reference);
    if (span === undefined) continue;
    const edits = files.get(reference.path) ?? new Map<number, FileEdits[number]>();
    files.set(reference.path, edits.set(span.start, { span, text: newName }));
  }
  return new Map(
    [...files].map(([path, edits]) => [
      path,
      [...edits.values()].sort((left, right) => left.span.start - right.span.start),
    ]),
  );
}

/** Returns `m` of `ns.m`. */
const lastName = ({ name }: CodeSymbol): string => name.slice(name.lastIndexOf('.') + 1);

/** Returns the range of the name in a reference, without namespace and quotes. */
function namePart(
  snapshot: Snapshot,
  { path, span, symbol }: FoundReference,
): TextRange | undefined {
  const text = snapshot.document(path)?.text.slice(span.start, span.end) ?? '';
  const name = lastName(symbol);
  const end = text.endsWith('"') ? span.end - 1 : span.end;
  const start = end - name.length;
  const written = text.slice(start - span.start, end - span.start);
  return written === name ? { start, end } : undefined;
}

// Checks that edits keep the meaning of a project: they are made on a copy, and every name in the files concerned must
// keep its meaning, without new errors.

type FileEdits = readonly { readonly span: TextRange; readonly text: string }[];

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
function* whatChanges(
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
  const now = after.analysis(path);
  const changed = was.references.find((reference, i) => {
    const same = now.references[i];
    return same === undefined || !sameMeaning(reference, same, path, files);
  });
  if (changed !== undefined || was.references.length !== now.references.length) {
    const offset = changed?.span.start ?? 0;
    const line = before.document(path)?.source.positionAt(offset).line ?? 0;
    return `The name ${newName} is already in use: other names would change their meaning in ${path}, line ${line + 1}.`;
  }
  if (now.diagnostics.length <= was.diagnostics.length) return undefined;
  return `The name ${newName} would cause an error in ${path}: ${newError(was, now)}`;
}

function newError(was: Analysis, now: Analysis): string {
  const before = new Set(was.diagnostics.map(({ error }) => error.message));
  const added = now.diagnostics.find(({ error }) => !before.has(error.message));
  return (added?.error.message ?? '').replace(/\s+/g, ' ');
}

function sameMeaning(
  was: Reference,
  now: Reference,
  path: string,
  files: ReadonlyMap<string, FileEdits>,
): boolean {
  return (
    now.span.start === moved(was.span.start, files.get(path)) &&
    now.access === was.access &&
    sameTarget(was.symbol, now.symbol, files)
  );
}

function sameTarget(
  was: CodeSymbol,
  now: CodeSymbol,
  files: ReadonlyMap<string, FileEdits>,
): boolean {
  if (was.place === undefined || now.place === undefined) {
    return was.place === now.place && was.kind === now.kind && was.name === now.name;
  }
  const { path, nameSpan } = was.place;
  return (
    path === now.place.path && now.place.nameSpan.start === moved(nameSpan.start, files.get(path))
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
