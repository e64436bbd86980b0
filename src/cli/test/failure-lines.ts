// A failed expectation for people: its source, what differs, and the error within it with source, caret and calls. The
// output is bounded, whatever the values are.

import type { FailureReport } from '../../repl/testing/test-report.ts';
import { differenceLines, valueLines } from './difference.ts';
import { limitedLines, shortLine } from './limited-lines.ts';
import type { Paint } from './paint.ts';

/** An expectation may take a whole screen; its beginning says which one it is. */
const mostSourceLines = 8;
const longestSourceLine = 160;
const mostErrorLines = 40;
const mostTextLines = 10;
const mostMessageLines = 60;

export function failureLines(failure: FailureReport, paint: Paint): string[] {
  return [...excerptLines(failure.source, paint), ...reasonLines(failure, paint)];
}

function reasonLines(failure: FailureReport, paint: Paint): string[] {
  const { message, expected, received, error } = failure;
  const said = linesOf(message, mostMessageLines);
  if (expected === undefined || received === undefined) {
    const value = received === undefined ? [] : valueLines(received);
    return [...said, ...value, ...errorLines(error, paint)];
  }
  if (error === undefined) return differenceLines(expected, received, paint);
  const texts = [...textLines('expected', expected), ...textLines('received', received)];
  return [...said, ...texts, ...errorLines(error, paint)];
}

/** A text of an error after its title: what was expected is only a part of it. */
function textLines(title: string, text: string): string[] {
  return linesOf(text, mostTextLines).map(
    (line, at) => `${(at === 0 ? title : '').padEnd(title.length)}  ${line}`,
  );
}

function linesOf(text: string, most: number): string[] {
  const lines = text.split('\n').map((line) => shortLine(line));
  return limitedLines(lines, most);
}

function excerptLines(source: string | undefined, paint: Paint): string[] {
  if (source === undefined) return [];
  const lines = source.split('\n').map((line) => shortLine(line, longestSourceLine));
  const carets = (lines.pop() ?? '').replace(/\.\.\. \(.*$/, '');
  return [...limitedLines(lines, mostSourceLines), carets].map((line) => painted(line, paint));
}

function errorLines(error: FailureReport['error'], paint: Paint): string[] {
  if (error === undefined) return [];
  const [first = '', ...rest] = linesOf(error.rendered, mostErrorLines);
  return [paint.bad(first), ...rest.map((line) => painted(line, paint))];
}

const gutter = /^( *\d* \| )(.*)$/;

/** A line of source, of carets, or of calls. */
function painted(line: string, paint: Paint): string {
  const [, margin, text = ''] = gutter.exec(line) ?? [];
  if (margin === undefined) return line === '' ? line : paint.faint(line);
  return paint.faint(margin) + (/^ *\^+$/.test(text) ? paint.bad(text) : text);
}
