// What quick fixes and refactorings are, as plain data.

import type { EvalError, TextEdit } from '../../../lang/session/analyse.ts';
import type { Snapshot } from '../../workspace/snapshot.ts';
import type { Document } from '../../workspace/document.ts';
import type { TextRange } from '../../workspace/symbols.ts';

export type CodeActionKind =
  'quickfix' | 'refactor.extract' | 'refactor.rewrite' | 'source.organizeImports';

export type CodeAction = {
  readonly title: string;
  readonly kind: CodeActionKind;
  /** In the file itself; in order, none overlaps another. */
  readonly edits: readonly TextEdit[];
  /** The diagnostic that it removes. */
  readonly fixes: EvalError | undefined;
  /** Whether it is the likely one: editors offer to apply it with one key. */
  readonly isPreferred: boolean;
};

/** Where actions are asked for. */
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

/** The blanks at the beginning of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** A definition of its own in front of another one, with the blanks that this one has. */
export function insertBefore(document: Document, offset: number, text: string): TextEdit {
  const indent = indentAt(document.text, offset);
  return insertAt(offset, `${text.replaceAll('\n', `\n${indent}`)}\n${indent}`);
}
