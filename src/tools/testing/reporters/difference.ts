// Shows the difference of two values that should be equal: short values below each other, long ones as lines with a mark
// before lines that only one side has.

import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';
import { codePoints } from '../../../base/text.ts';
import { type Paint, limitedLines, shortLine } from './paint.ts';

type Change = ChangeObject<string>;

const longestLine = 80;

export function differenceLines(expected: string, received: string, paint: Paint): string[] {
  if (isShort(expected) && isShort(received)) return shortLines(expected, received, paint);
  return longLines(brokenUp(expected), brokenUp(received), paint);
}

/** Checks whether a value fits on a line. */
export function isShort(value: string): boolean {
  return value.length <= longestLine && !value.includes('\n');
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

/** Completely different values would take minutes to compare. */
const maxEdits = 500;
const maxLines = 60;
const headings = (paint: Paint): string[] => [paint.good('- expected'), paint.bad('+ received')];

function longLines(expected: string, received: string, paint: Paint): string[] {
  const changes = diffLines(`${expected}\n`, `${received}\n`, { maxEditLength: maxEdits });
  if (changes === undefined) return unlikeLines(expected.split('\n'), received.split('\n'), paint);
  const lines = headings(paint);
  for (let at = 0; at < changes.length; at++) {
    const { value, removed, added } = changes[at] as Change;
    const next = changes[at + 1];
    if (removed && next?.added === true) {
      lines.push(...changedLines(linesOf(value), linesOf(next.value), paint));
      at++;
    } else if (removed) lines.push(...marked('-', linesOf(value), paint));
    else if (added) lines.push(...marked('+', linesOf(value), paint));
    else lines.push(...shortened(linesOf(value)).map((line) => `  ${shortLine(line)}`));
  }
  return limitedLines(lines, maxLines);
}

const linesOf = (value: string): string[] => value.replace(/\n$/, '').split('\n');

function marked(mark: '-' | '+', lines: readonly string[], paint: Paint): string[] {
  const colour = mark === '-' ? paint.good : paint.bad;
  return lines.map((line) => colour(`${mark} ${shortLine(line)}`));
}

/** Shows long lines around their first difference. */
function changedLines(
  expected: readonly string[],
  received: readonly string[],
  paint: Paint,
): string[] {
  const around = (lines: readonly string[], others: readonly string[]): string[] =>
    lines.map((line, at) => fromDifference(line, others[at] ?? ''));
  return [
    ...marked('-', around(expected, received), paint),
    ...marked('+', around(received, expected), paint),
  ];
}

const shownBefore = 40;

function fromDifference(line: string, other: string): string {
  if (line.length <= longestLine && other.length <= longestLine) return line;
  const points = codePoints(line);
  const others = codePoints(other);
  let alike = 0;
  while (alike < points.length && points[alike] === others[alike]) alike++;
  if (alike <= longestLine) return line;
  return `...${points.slice(alike - shownBefore).join('')}`;
}

/** Returns the lines from the first different one on. */
function unlikeLines(
  expected: readonly string[],
  received: readonly string[],
  paint: Paint,
): string[] {
  let alike = 0;
  while (expected[alike] !== undefined && expected[alike] === received[alike]) alike++;
  const rest = (lines: readonly string[]): string[] =>
    limitedLines(lines.slice(alike), maxLines / 2);
  return [
    ...headings(paint),
    ...shortened(expected.slice(0, alike)).map((line) => `  ${shortLine(line)}`),
    ...marked('-', rest(expected), paint),
    ...marked('+', rest(received), paint),
  ];
}

/** Returns a long value with a line for each element. */
export function valueLines(received: string): string[] {
  if (isShort(received)) return [];
  const lines = brokenUp(received)
    .split('\n')
    .map((line) => shortLine(line));
  return ['received', ...limitedLines(lines, maxLines / 2).map((line) => `  ${line}`)];
}

/** Omits common lines that are not near a difference. */
function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= 6) return lines;
  return [...lines.slice(0, 2), `... ${lines.length - 4} lines`, ...lines.slice(-2)];
}

/** Splits a printed value into a line for each element; strings are kept whole. */
function brokenUp(text: string): string {
  const open: string[] = [];
  const lines: string[] = [];
  let line = '';
  const breakLine = (): void => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '  '.repeat(open.length);
  };
  // A token is a string, white space, a bracket or comma, or other text between these.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|\s+|[[\]{},]|[^\s[\]{},"]+/gs)) {
    if (token === '{' || token === '[') {
      open.push(token);
      line += token;
      breakLine();
    } else if (token === '}' || token === ']') {
      open.pop();
      breakLine();
      line += token;
    } else if (token === ',') {
      line = line.trimEnd() + token;
      breakLine();
    } else if (token.trim() !== '') line += token;
    else if (token.includes('\n') || isBetweenElements(line, open)) breakLine();
    else if (line.trim() !== '') line += ' ';
  }
  return [...lines, line].join('\n');
}

/** Checks whether a space separates elements: it does in lists, while in objects it follows a name. */
const isBetweenElements = (before: string, open: readonly string[]): boolean =>
  open.at(-1) === '[' && !before.endsWith('KeySet');
