// Long texts for a terminal: broken between words, so that no word is cut at its edge.

/** Code, which is indented by four blanks, and headings stay as they are. Items of lists hang. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (/^( {4}|#)/.test(line) ? [line] : wrapLine(line, width)))
    .join('\n');
}

function wrapLine(line: string, width: number): readonly string[] {
  const hang = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let present = '';
  for (const word of words(line)) {
    const longer = present === '' ? word : `${present} ${word}`;
    if (present === '' || lengthOf(longer) <= width) present = longer;
    else {
      lines.push(present);
      present = `${hang}${word}`;
    }
  }
  return [...lines, present];
}

/** What stands between blanks. The mark of an item stays with its first word. */
function words(line: string): readonly string[] {
  const [first = '', ...others] = line.split(' ').filter((word) => word !== '');
  const [second, ...rest] = others;
  return first === '-' && second !== undefined ? [`- ${second}`, ...rest] : [first, ...others];
}

/** In code points, which is close enough to columns for documentation. */
const lengthOf = (text: string): number => [...text].length;
