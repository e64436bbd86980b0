// Writes the Test Anything Protocol, version 14: https://testanything.org. Details of failures are YAML.

import type { FileReport } from '../runner/test-report.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';
import { pointsOf, type TestPoint } from './test-points.ts';
import { counts } from './words.ts';

export function tapReporter({ write }: ReporterOptions): Reporter {
  let count = 0;
  write('TAP version 14');
  return {
    fileEnded(report: FileReport) {
      write(`# ${escaped(report.file)}`);
      for (const point of pointsOf(report)) for (const line of linesOf(point, ++count)) write(line);
    },
    runEnded(_, { notRun }) {
      if (notRun > 0) write(`# ${counts(notRun, 'file')} not run`);
      write(`1..${count}`);
    },
  };
}

function linesOf(point: TestPoint, number: number): string[] {
  const { name, place, durationMs, failure, skipped } = point;
  const title = `${number} - ${escaped(name)}`;
  if (skipped !== undefined) return [`ok ${title} # SKIP ${escaped(skipped)}`];
  if (failure === undefined) return [`ok ${title}`];
  const { kind, type, message, compared, details } = failure;
  return [
    `not ok ${title}`,
    ...[
      '---',
      `message: ${quoted(message)}`,
      `severity: ${kind === 'error' ? 'error' : 'fail'}`,
      `type: ${type}`,
      'at:',
      `  file: ${quoted(place.file)}`,
      `  line: ${place.line}`,
      `  column: ${place.column}`,
      ...(compared === undefined ? [] : entry('wanted', compared.expected)),
      ...(compared === undefined ? [] : entry('found', compared.received)),
      ...(details === undefined ? [] : entry('details', details)),
      `duration_ms: ${durationMs.toFixed(3)}`,
      '...',
    ].map((line) => `  ${line}`.trimEnd()),
  ];
}

/** Writes the lines unchanged if YAML has a form for them. */
function entry(key: string, text: string): string[] {
  if (!text.includes('\n') || unprintable.test(text)) return [`${key}: ${quoted(text)}`];
  // States the indentation, because the first line may itself be indented.
  return [`${key}: |2-`, ...text.split('\n').map((line) => `  ${line}`)];
}

const unprintable =
  /[^\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** A JSON string is also YAML, except for characters that YAML requires to be escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Escapes a title: it is one line without directives. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('#', '\\#');
