// Wraps text for a terminal between words.

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
