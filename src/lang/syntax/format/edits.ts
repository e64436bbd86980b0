// The formatter for editors: formatting as edits of white space, so that the text around an edit keeps its cursors and
// marks, and indenting while typing.

import { differenceOf } from '../../../base/text.ts';
import { Source } from '../../../base/span.ts';
import { type LexedSource, lex } from '../lex.ts';
import { layOutSource, layOutWords } from './format.ts';
import { defaultFormat, type FormatOptions } from './form-rules.ts';

/** Replaces `[start, end)`, in UTF-16 units. */
export type TextEdit = { readonly start: number; readonly end: number; readonly text: string };

type TextRange = { readonly start: number; readonly end: number };

type EditOptions = {
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
  const { start: from, end, added } = differenceOf(text, renewed);
  return [{ start: start + from, end: start + end, text: renewed.slice(from, end + added) }];
}

function wholeLines(text: string, { start, end }: TextRange): TextRange {
  const next = text.indexOf('\n', end);
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  return { start: lineStart, end: next === -1 ? text.length : next };
}

const closerOf: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const closers: ReadonlySet<string> = new Set(closerOf.values());

/**
 * The column where the formatter would put the next item on a new line, after the beginning of a form, which ends inside its brackets. `undefined` if the text ends in a string, or
 * its brackets do not match.
 */
export function indentAfter(
  beginning: string,
  options: FormatOptions = defaultFormat,
): number | undefined {
  const open = openBrackets(beginning);
  if (open === undefined || open.length === 0) return undefined;
  // A comment always has its own line, and is indented like the code after it.
  const marked = `${beginning.trimEnd()}\n${mark}\nx${open.join('')}`;
  const text = layOutWords(lex(new Source('', marked)), options);
  const at = text.lastIndexOf(mark);
  return at === -1 ? undefined : at - (text.lastIndexOf('\n', at) + 1);
}

const mark = ';=here=';

/** Returns the closing brackets for those open at the end, innermost first. */
function openBrackets(text: string): readonly string[] | undefined {
  const { tokens, faults } = lex(new Source('', text));
  if (faults.length > 0) return undefined;
  const open: string[] = [];
  for (const { image } of tokens) {
    const closer = closerOf.get(image);
    if (closer !== undefined) open.unshift(closer);
    else if (closers.has(image) && open.shift() !== image) return undefined;
  }
  return open;
}
