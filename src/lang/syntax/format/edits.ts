// Formatting as edits of white space, for editors: the text around an edit keeps its cursors and marks.

import type { Source } from '../../../base/span.ts';
import type { LexedSource } from '../lex.ts';
import { layOutSource } from './format.ts';
import { defaultFormat, type FormatOptions } from './options.ts';

/** Replaces `[start, end)`, in UTF-16 units. */
export type TextEdit = { readonly start: number; readonly end: number; readonly text: string };

export type TextRange = { readonly start: number; readonly end: number };

export type EditOptions = {
  readonly options?: FormatOptions;
  /** Only the edits in these lines; the text around them may be formatted differently. */
  readonly range?: TextRange;
};

/** In order, none for faulty source. */
export function formatEdits(
  source: Source,
  { options = defaultFormat, range }: EditOptions = {},
): readonly TextEdit[] {
  const outcome = layOutSource(source, options);
  if (outcome.kind === 'refused') return [];
  const old = blanksOf(outcome.before);
  const renewed = blanksOf(outcome.after);
  const edits = old.flatMap((blank, i) => difference(blank, renewed[i]?.text ?? ''));
  if (range === undefined) return edits;
  const { start, end } = wholeLines(source.text, range);
  return edits.filter((edit) => edit.start >= start && edit.end <= end);
}

type Blank = { readonly start: number; readonly text: string };

/** The white space between tokens and comments. */
function blanksOf({ source: { text }, tokens, comments }: LexedSource): readonly Blank[] {
  const words = [...tokens, ...comments].sort((a, b) => a.startOffset - b.startOffset);
  const blanks: Blank[] = [];
  let end = 0;
  for (const { startOffset, image } of words) {
    blanks.push({ start: end, text: text.slice(end, startOffset) });
    end = startOffset + image.trimEnd().length;
  }
  return [...blanks, { start: end, text: text.slice(end) }];
}

/** Drops the equal parts at the beginning and at the end. */
function difference({ start, text }: Blank, renewed: string): readonly TextEdit[] {
  if (text === renewed) return [];
  const shorter = Math.min(text.length, renewed.length);
  let prefix = 0;
  while (prefix < shorter && text.charAt(prefix) === renewed.charAt(prefix)) prefix++;
  let suffix = 0;
  const oldEnd = text.length - 1;
  const newEnd = renewed.length - 1;
  while (
    suffix < shorter - prefix &&
    text.charAt(oldEnd - suffix) === renewed.charAt(newEnd - suffix)
  ) {
    suffix++;
  }
  const inner = renewed.slice(prefix, renewed.length - suffix);
  return [{ start: start + prefix, end: start + text.length - suffix, text: inner }];
}

function wholeLines(text: string, { start, end }: TextRange): TextRange {
  const next = text.indexOf('\n', end);
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  return { start: lineStart, end: next === -1 ? text.length : next };
}
