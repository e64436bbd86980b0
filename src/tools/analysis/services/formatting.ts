// Formatting as edits of white space: of a file, of a range of lines, and while typing.

import type { Source } from '../../../base/span.ts';
import {
  formatEdits,
  indentAfter,
  type FormatOptions,
  type TextEdit,
} from '../../../lang/session/analyse.ts';
import { type Item, readBrackets, startOf } from '../../../script/brackets/read-brackets.ts';
import type { TextRange } from '../workspace/symbols.ts';

/** In order; none for a file with errors. */
export function formattingOf(
  source: Source,
  options: FormatOptions,
  range?: TextRange,
): readonly TextEdit[] {
  return formatEdits(source, range === undefined ? { options } : { options, range });
}

/** The characters that trigger formatting. */
export const formatTriggers = ['\n', ')'] as const;

/** `offset`: after the character. Indents its line. */
export function formattingWhileTyping(
  source: Source,
  offset: number,
  options: FormatOptions,
): readonly TextEdit[] {
  const { text } = source;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const blanks = /[ \t]*/y;
  blanks.lastIndex = lineStart;
  const present = blanks.exec(text)?.[0] ?? '';
  const end = lineStart + present.length;
  // A bracket is moved only if it is the first on its line.
  if (end < offset - 1) return [];
  const indent = indentOf(source, lineStart, end, options);
  if (indent === undefined || present === ' '.repeat(indent)) return [];
  return [{ start: lineStart, end, text: ' '.repeat(indent) }];
}

/** Returns the indentation of an item that begins at `end`, on its own line. */
function indentOf(
  source: Source,
  lineStart: number,
  end: number,
  options: FormatOptions,
): number | undefined {
  const { top, words } = readBrackets(source);
  const isInWord = words.some((word) => word.start < lineStart && lineStart < word.end);
  if (isInWord) return undefined;
  const form = top.items.find((item) => isAround(item, lineStart));
  if (form === undefined) return 0;
  const before = source.text.slice(startOf(form), lineStart);
  const next = source.text.charAt(end);
  // A leading comma stays where it was written.
  if (next === ',') return undefined;
  return /[)\]}]/.test(next) ? columnOfOpener(source, end) : indentAfter(before, options);
}

const isAround = (item: Item, offset: number): boolean =>
  item.kind === 'group' && startOf(item) < offset && offset <= item.end;

/** A closing bracket on its own line is aligned with the line of the opening bracket. */
function columnOfOpener(source: Source, closer: number): number | undefined {
  const pending = [readBrackets(source).top];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    if (group.close?.start === closer) {
      const line = source.lineAt(source.positionAt(startOf(group)).line);
      return /^ */.exec(line)?.[0].length;
    }
    for (const item of group.items) if (item.kind === 'group') pending.push(item);
  }
  return undefined;
}
