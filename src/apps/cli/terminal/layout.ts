// Lays out documentation, error reports and values for the width of a terminal.

/** Wraps documentation. Code (indented by four spaces) and headings stay unchanged; list items have a hanging indent. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (/^( {4}|#)/.test(line) ? [line] : wrapLine(line, width)))
    .join('\n');
}

/** Wraps an error report: source lines with carets stay unchanged, other lines keep their indentation. */
export function wrapReport(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (/^\s*\d*\s*\|/.test(withoutColour(line)) ? [line] : wrapLine(line, width)))
    .join('\n');
}

function wrapLine(line: string, width: number): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const hang = line.startsWith('- ') ? '  ' : indent;
  const lines: string[] = [];
  let present = '';
  for (const word of words(line)) {
    const longer = present === '' ? `${indent}${word}` : `${present} ${word}`;
    if (present === '' || lengthOf(longer) <= width) present = longer;
    else {
      lines.push(present);
      present = `${hang}${word}`;
    }
  }
  return [...lines, present];
}

/** Splits at spaces. The marker of a list item stays with its first word. */
function words(line: string): readonly string[] {
  const [first = '', ...others] = line.split(' ').filter((word) => word !== '');
  const [second, ...rest] = others;
  return first === '-' && second !== undefined ? [`- ${second}`, ...rest] : [first, ...others];
}

/** Returns the length in code points, which is close enough to columns for documentation. */
const lengthOf = (text: string): number => [...withoutColour(text)].length;

const withoutColour = (text: string): string => text.replaceAll(/\u001b\[\d*m/g, '');

// Lays out a printed value for people: an object with several fields has a line for each, and so has a list that is wider
// than the terminal.

const open = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/** `text`: a value as the REPL prints it; other texts stay as they are. */
export function layOutValue(text: string, width: number): string {
  if (!/^[{[]/.test(text) || text.length > maxLength) return text;
  return layOut(text, '', width);
}

/** In UTF-16 units; longer values are rarely read. */
const maxLength = 100_000;

function layOut(text: string, indent: string, width: number): string {
  const bracket = open.get(text.slice(0, 1));
  if (bracket === undefined || !text.endsWith(bracket)) return text;
  const isObject = bracket === '}';
  const items = itemsOf(text.slice(1, -1), isObject);
  const inner = `${indent}  `;
  const laid = items.map((item) => layOutItem(item, isObject, inner, width));
  const isWide = indent.length + text.length > width;
  const isBroken = laid.some((each) => each.includes('\n'));
  if (!(isObject ? items.length > 1 || isBroken : isWide || isBroken)) return text;
  const lines = laid.map((item, i) => {
    const comma = isObject && i < laid.length - 1 ? ',' : '';
    return `${inner}${item}${comma}`;
  });
  return `${text.slice(0, 1)}\n${lines.join('\n')}\n${indent}${bracket}`;
}

function layOutItem(item: string, isObject: boolean, indent: string, width: number): string {
  const [, key = ''] = (isObject ? /^("(?:\\.|[^"\\])*": )/.exec(item) : null) ?? [];
  return key + layOut(item.slice(key.length), indent, width);
}

/** Splits at the commas of an object, or the blanks of a list, outside of brackets and strings. */
function itemsOf(text: string, isObject: boolean): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const [part] of text.matchAll(/"(?:\\.|[^"\\])*"|[^"]/gs)) {
    if (/^[{[(]$/.test(part)) depth++;
    if (/^[}\])]$/.test(part)) depth--;
    const isEnd = depth === 0 && (isObject ? part === ',' : /^\s$/.test(part));
    if (!isEnd) item += part;
    else {
      items.push(item);
      item = '';
    }
  }
  return [...items, item].map((each) => each.trim()).filter((each) => each !== '');
}
