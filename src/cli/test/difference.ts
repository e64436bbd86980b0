// Two values that should have been the same, so that a reader sees at once where they differ: short
// ones under one another, long ones as lines with a mark before those that only one side has.

import { diffLines, diffWordsWithSpace } from 'diff';
import type { Paint } from './paint.ts';

const longestLine = 80;

export function differenceLines(expected: string, received: string, paint: Paint): string[] {
  const isShort =
    expected.length <= longestLine && received.length <= longestLine && !expected.includes('\n');
  if (isShort && !received.includes('\n')) return shortLines(expected, received, paint);
  return longLines(brokenUp(expected), brokenUp(received), paint);
}

function shortLines(expected: string, received: string, paint: Paint): string[] {
  const parts = diffWordsWithSpace(expected, received);
  const side = (leftOut: 'added' | 'removed', colour: (text: string) => string): string =>
    parts
      .filter((part) => !part[leftOut])
      .map(({ value, added, removed }) => (added || removed ? colour(value) : value))
      .join('');
  return [`expected  ${side('added', paint.good)}`, `received  ${side('removed', paint.bad)}`];
}

function longLines(expected: string, received: string, paint: Paint): string[] {
  const lines = [paint.good('- expected'), paint.bad('+ received')];
  for (const { value, added, removed } of diffLines(`${expected}\n`, `${received}\n`)) {
    const each = value.trimEnd().split('\n');
    if (added) lines.push(...each.map((line) => paint.bad(`+ ${line}`)));
    else if (removed) lines.push(...each.map((line) => paint.good(`- ${line}`)));
    else lines.push(...shortened(each).map((line) => `  ${line}`));
  }
  return lines;
}

/** What both sides have matters near a difference only. */
function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= 6) return lines;
  return [...lines.slice(0, 2), `... ${lines.length - 4} lines`, ...lines.slice(-2)];
}

/** A printed value with a line for each element; brackets within strings break nothing. */
function brokenUp(text: string): string {
  let depth = 0;
  let inString = false;
  let broken = '';
  const newLine = (): string => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (inString) {
      broken += char;
      if (char === '\\') broken += text[++at] ?? '';
      else if (char === '"') inString = false;
    } else if (char === '{' || char === '[') {
      depth++;
      broken += char + newLine();
      if (text[at + 1] === ' ') at++;
    } else if (char === '}' || char === ']') {
      depth = Math.max(0, depth - 1);
      broken = broken.trimEnd() + newLine() + char;
    } else if (char === ',') {
      broken += char + newLine();
      if (text[at + 1] === ' ') at++;
    } else {
      inString = char === '"';
      broken += char;
    }
  }
  return broken;
}
