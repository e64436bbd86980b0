// Quick fixes and refactorings, as plain data.

import {
  type EvalError,
  type Expression,
  partsOf,
  type TextEdit,
  type TopLevel,
} from '../../../../lang/session/analyse.ts';
import type { WrittenDefinition } from '../../../../script/names/written-forms.ts';
import type { Document } from '../../workspace/document.ts';
import type { Snapshot } from '../../workspace/snapshot.ts';
import { expressionsOf, type TextRange } from '../../workspace/symbols.ts';

export type CodeActionKind =
  | 'quickfix'
  | 'refactor.extract'
  | 'refactor.rewrite'
  | 'source.organizeImports';

export type CodeAction = {
  readonly title: string;
  readonly kind: CodeActionKind;
  /** Edits of the file itself, in order and without overlaps. */
  readonly edits: readonly TextEdit[];
  /** The diagnostic that it fixes. */
  readonly fixes: EvalError | undefined;
  /** Whether it is the most likely fix: editors offer to apply it with one key. */
  readonly isPreferred: boolean;
};

/** The place for which actions are requested. */
export type ActionPlace = {
  readonly snapshot: Snapshot;
  readonly document: Document;
  readonly range: TextRange;
};

export function quickFix(
  title: string,
  edits: readonly TextEdit[],
  {
    fixes,
    isPreferred = false,
  }: { readonly fixes?: EvalError; readonly isPreferred?: boolean } = {},
): CodeAction {
  return { title, kind: 'quickfix', edits, fixes, isPreferred };
}

export function refactoring(
  kind: Exclude<CodeActionKind, 'quickfix'>,
  title: string,
  edits: readonly TextEdit[],
): CodeAction {
  return { title, kind, edits, fixes: undefined, isPreferred: false };
}

export const replace = ({ start, end }: TextRange, text: string): TextEdit => ({
  start,
  end,
  text,
});

export const insertAt = (at: number, text: string): TextEdit => ({ start: at, end: at, text });

export const touches = (left: TextRange, right: TextRange): boolean =>
  left.start <= right.end && right.start <= left.end;

export const contains = (outer: TextRange, inner: TextRange): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** Returns the indentation of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Makes an edit that inserts a definition before another one, with the same indentation. */
export function insertBefore(document: Document, offset: number, text: string): TextEdit {
  const indent = indentAt(document.text, offset);
  return insertAt(offset, `${text.replaceAll('\n', `\n${indent}`)}\n${indent}`);
}

// The expressions of a file around a place.

export type Call = Extract<Expression, { readonly kind: 'application' }>;

export function calledName({ head }: Call): string | undefined {
  return head.kind === 'variable' && head.name.kind === 'bare' ? head.name.name : undefined;
}

/** Returns the expressions that contain the range, the innermost last. */
export function expressionsAt(place: ActionPlace): readonly Expression[] {
  const definition = definitionAt(place);
  const form = formAt(place);
  const roots =
    definition !== undefined
      ? expressionsOf(definition)
      : form?.kind === 'term'
        ? [form.expression]
        : [];
  const path: Expression[] = [];
  let found = within(roots, place.range);
  while (found !== undefined) {
    path.push(found);
    found = within(partsOf(found), place.range);
  }
  return path;
}

export const formAt = ({ document, range }: ActionPlace): TopLevel | undefined =>
  document.forms.find(({ span }) => contains(span, range));

export function definitionAt(place: ActionPlace): WrittenDefinition | undefined {
  const form = formAt(place);
  switch (form?.kind) {
    case 'module':
    case 'interface':
      return form.definitions.find(({ span }) => contains(span, place.range));
    case 'defun':
    case 'defconst':
      return form;
    default:
      return undefined;
  }
}

/** A binding form has the same span as its call, so the last match is the innermost. */
function within(parts: readonly Expression[], range: TextRange): Expression | undefined {
  return parts.find(({ span }) => contains(span, range));
}
