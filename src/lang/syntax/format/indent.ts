// Computes the column where the formatter would put the next item on a new line, for indenting while typing.

import { Source } from '../../../base/span.ts';
import { lex } from '../lex.ts';
import { layOutWords } from './format.ts';
import { defaultFormat, type FormatOptions } from './options.ts';

const closerOf: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const closers: ReadonlySet<string> = new Set(closerOf.values());

/**
 * The column after the beginning of a form, which ends inside its brackets. `undefined` if the text ends in a string, or
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
