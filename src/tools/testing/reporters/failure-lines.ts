// Shows a failed expectation: its source, the difference, and the error that caused it with source, caret and calls. The
// output is limited for any values.

import type { FailureReport } from '../runner/test-report.ts';
import { differenceLines, valueLines } from './difference.ts';
import { type Paint, foldedSource, limitedLines, shortLine } from './paint.ts';

const longestSourceLine = 160;
const maxErrorLines = 40;
const maxTextLines = 10;
const maxMessageLines = 60;

export function failureLines(failure: FailureReport, paint: Paint): string[] {
  return [...excerptLines(failure.source, paint), ...reasonLines(failure, paint)];
}

function reasonLines(failure: FailureReport, paint: Paint): string[] {
  const { message, expected, received, error } = failure;
  if (error !== undefined) return [...textsOf(failure), ...errorLines(error.rendered, paint)];
  if (expected !== undefined && received !== undefined) {
    return [...differenceLines(expected, received, paint), ...kindNote(expected, received)];
  }
  const value = received === undefined ? [] : valueLines(received);
  return [...linesOf(message, maxMessageLines), ...value];
}

/** A difference that is easily overlooked. */
function kindNote(one: string, other: string): string[] {
  const isInteger = (text: string): boolean => /^-?\d+$/.test(text);
  const isDecimal = (text: string): boolean => /^-?\d+\.\d+$/.test(text);
  const differs = (isInteger(one) && isDecimal(other)) || (isDecimal(one) && isInteger(other));
  return differs ? ['an integer and a decimal are never equal: 1 is not 1.0'] : [];
}

function textsOf({ expected, received }: FailureReport): string[] {
  if (expected === undefined || received === undefined) return ['failed with an error'];
  return [
    'failed with a different error than expected',
    ...textLines('expected', expected),
    ...textLines('received', received),
  ];
}

/** Returns a title and an error text, of which the expected text is only a part. */
function textLines(title: string, text: string): string[] {
  return linesOf(text, maxTextLines).map(
    (line, at) => `${(at === 0 ? title : '').padEnd(title.length)}  ${line}`,
  );
}

function linesOf(text: string, max: number): string[] {
  const lines = text.split('\n').map((line) => shortLine(line));
  return limitedLines(lines, max);
}

function excerptLines(source: string | undefined, paint: Paint): string[] {
  if (source === undefined) return [];
  const lines = source.split('\n').map((line) => {
    const isCarets = /^ *\| *\^+$/.test(line);
    return isCarets ? line.slice(0, longestSourceLine) : shortLine(line, longestSourceLine);
  });
  return foldedSource(lines).map((line) => painted(line, paint));
}

function errorLines(rendered: string, paint: Paint): string[] {
  // Without calls, there is an empty line instead.
  const all = rendered.split('\n').filter((line) => line !== '');
  const lines = foldedSource(all.map((line) => shortLine(line)));
  const [first = '', ...rest] = limitedLines(lines, maxErrorLines);
  return [paint.bad(first), ...rest.map((line) => painted(line, paint))];
}

const gutter = /^( *\d* \| )(.*)$/;

/** Colours a line of source, carets or calls. */
function painted(line: string, paint: Paint): string {
  const [, margin, text = ''] = gutter.exec(line) ?? [];
  if (margin === undefined) return line === '' ? line : paint.faint(line);
  return paint.faint(margin) + (/^ *\^+$/.test(text) ? paint.bad(text) : text);
}
