// Limits the number and length of output lines.

import { codePoints } from '../../../base/text.ts';
import { counts } from './words.ts';

const longestLine = 500;

/** Returns the first lines, and the number of the others. */
export function limitedLines(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  const shown = most - 1;
  return [...lines.slice(0, shown), `... ${counts(lines.length - shown, 'more line')}`];
}

/** Returns the start of a long line. */
export function shortLine(line: string, longest = longestLine): string {
  if (line.length <= longest) return line;
  const points = codePoints(line);
  if (points.length <= longest) return line;
  const left = points.length - longest;
  return `${points.slice(0, longest).join('')}... (${counts(left, 'more character')})`;
}

const mostSourceLines = 8;
/** Matches a source line with its number, with or without colour. */
const numbered = /^(?:\u001b\[\d+m)? *\d+ \|(?: |$)/;

/** Shortens long excerpts of source: an error may cover a whole module. */
export function foldedSource(lines: readonly string[]): string[] {
  const folded: string[] = [];
  let part: string[] = [];
  const endPart = (): void => {
    folded.push(...limitedLines(part, mostSourceLines));
    part = [];
  };
  for (const line of lines) {
    if (numbered.test(line)) part.push(line);
    else {
      endPart();
      folded.push(line);
    }
  }
  endPart();
  return folded;
}
