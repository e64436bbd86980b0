// Lines for people, no more than they read and no longer than a screen holds.

import { codePoints } from '../../base/text.ts';
import { counts } from './reporters/words.ts';

const longestLine = 500;

/** The first lines, and how many there are more. */
export function limitedLines(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  const shown = most - 1;
  return [...lines.slice(0, shown), `... ${counts(lines.length - shown, 'more line')}`];
}

/** The start of a long line. */
export function shortLine(line: string, longest = longestLine): string {
  if (line.length <= longest) return line;
  const points = codePoints(line);
  if (points.length <= longest) return line;
  const left = points.length - longest;
  return `${points.slice(0, longest).join('')}... (${counts(left, 'more character')})`;
}
