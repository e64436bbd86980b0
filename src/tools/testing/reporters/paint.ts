// Colours for a terminal, or none; places, counts and times as text; limits of lines.

import type { Place } from '../runner/test-report.ts';
import { codePoints } from '../../../base/text.ts';

export type Paint = {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly strong: (text: string) => string;
};

export function paintOf(colour: boolean): Paint {
  const style = (start: number, end: number) => (text: string) =>
    colour ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return {
    good: style(32, 39),
    bad: style(31, 39),
    warn: style(33, 39),
    faint: style(2, 22),
    strong: style(1, 22),
  };
}

export function placeText({ file, line }: Place): string {
  return `${file}:${line}`;
}

export function counts(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Returns whole gas with spaces between thousands. */
export function gasText(milliGas: bigint): string {
  const digits = String((milliGas + 999n) / 1000n);
  return `${digits.replace(/\B(?=(\d{3})+$)/g, ' ')} gas`;
}

const longestLine = 500;

/** Returns the first lines, and the number of the others. */
export function limitedLines(lines: readonly string[], max: number): string[] {
  if (lines.length <= max) return [...lines];
  const shown = max - 1;
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

const maxSourceLines = 8;
/** Matches a source line with its number, with or without colour. */
const numbered = /^(?:\u001b\[\d+m)? *\d+ \|(?: |$)/;

/** Shortens long excerpts of source: an error may cover a whole module. */
export function foldedSource(lines: readonly string[]): string[] {
  const folded: string[] = [];
  let part: string[] = [];
  const endPart = (): void => {
    folded.push(...limitedLines(part, maxSourceLines));
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
