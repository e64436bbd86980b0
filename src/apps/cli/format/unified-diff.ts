// Writes edits as a unified diff, for people and other programs.

import type { Source } from '../../../base/span.ts';
import type { TextEdit } from '../../../lang/session/analyse.ts';

const contextLines = 3;

/** Replaces the lines `[oldStart, oldEnd)` with the lines of `text`. */
type Change = {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly lines: readonly string[];
};

export function unifiedDiff(source: Source, edits: readonly TextEdit[]): string {
  const changes = changesOf(source, edits);
  let text = `--- ${source.name}\n+++ ${source.name}\n`;
  let shift = 0;
  for (const hunk of hunksOf(changes)) {
    const rendered = renderHunk(source, hunk, shift);
    text += rendered.text;
    shift = rendered.shift;
  }
  return text;
}

/** Turns edits into changes of whole lines; edits in the same line become one change. */
function changesOf(source: Source, edits: readonly TextEdit[]): readonly Change[] {
  const changes: Change[] = [];
  for (let i = 0; i < edits.length;) {
    const first = edits[i] as TextEdit;
    const oldStart = source.positionAt(first.start).line;
    let oldEnd = oldStart + 1;
    let at = source.lineStarts[oldStart] ?? 0;
    let text = '';
    let edit: TextEdit | undefined = first;
    while (edit !== undefined && source.positionAt(edit.start).line < oldEnd) {
      text += source.text.slice(at, edit.start) + edit.text;
      at = edit.end;
      oldEnd = source.positionAt(edit.end).line + 1;
      edit = edits[++i];
    }
    text += source.text.slice(at, source.lineStarts[oldEnd] ?? source.text.length);
    changes.push({ oldStart, oldEnd: Math.min(oldEnd, lineCount(source)), lines: linesOf(text) });
  }
  return changes;
}

/** Groups changes whose context would touch into one hunk. */
function hunksOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1);
    const before = last?.at(-1);
    const isNear = before !== undefined && change.oldStart - before.oldEnd <= 2 * contextLines;
    if (last !== undefined && isNear) last.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

/** `shift`: the lines added before the hunk; returns the value after it. */
function renderHunk(
  source: Source,
  hunk: readonly Change[],
  shift: number,
): { readonly text: string; readonly shift: number } {
  const [first, last] = [hunk[0] as Change, hunk.at(-1) as Change];
  const start = Math.max(first.oldStart - contextLines, 0);
  const end = Math.min(last.oldEnd + contextLines, lineCount(source));
  let text = '';
  let at = start;
  let grown = 0;
  for (const { oldStart, oldEnd, lines } of hunk) {
    text += shown(' ', oldLines(source, at, oldStart));
    text += shown('-', oldLines(source, oldStart, oldEnd));
    text += shown('+', lines);
    grown += lines.length - (oldEnd - oldStart);
    at = oldEnd;
  }
  text += shown(' ', oldLines(source, at, end));
  const count = end - start;
  const header = `@@ -${range(start, count)} +${range(start + shift, count + grown)} @@\n`;
  return { text: header + text, shift: shift + grown };
}

/** Line numbers count from 1; an empty range has the number of the line before it. */
function range(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

function shown(mark: string, lines: readonly string[]): string {
  return lines
    .map((line) =>
      line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`,
    )
    .join('');
}

/** Returns the lines with their line ends. */
function oldLines({ text, lineStarts }: Source, start: number, end: number): readonly string[] {
  const from = lineStarts[start] ?? text.length;
  return linesOf(text.slice(from, lineStarts[end] ?? text.length));
}

function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '');
}

/** Returns the number of lines; the empty rest after the last line end does not count. */
function lineCount({ text, lineStarts }: Source): number {
  return text === '' || text.endsWith('\n') ? lineStarts.length - 1 : lineStarts.length;
}
