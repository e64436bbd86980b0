// A run as a flat list of tests, for formats without transactions: every expectation and every error is a test, and a
// block without any is a test that passed. And the simplest of these formats: TAP.

import { failureLines } from './failure-lines.ts';
import { counts, foldedSource, paintOf } from './paint.ts';
import type { BlockReport, FileReport, Place } from '../runner/test-report.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';

export type TestPoint = {
  readonly name: string;
  readonly place: Place;
  readonly durationMs: number;
  readonly failure: PointFailure | undefined;
  /** The reason why it was not tested. */
  readonly skipped: string | undefined;
};

export type PointFailure = {
  readonly kind: 'failure' | 'error';
  /** A key for programs: `expectation`, the code of an error, or `run` if the file was stopped. */
  readonly type: string;
  /** One line. */
  readonly message: string;
  readonly compared: { readonly expected: string; readonly received: string } | undefined;
  /** Present if the message is not complete. */
  readonly details: string | undefined;
};

export function pointsOf({ file, blocks, problem, durationMs }: FileReport): readonly TestPoint[] {
  const points = blocks.flatMap(pointsOfBlock);
  if (problem === undefined) return points;
  const place = { file, line: 1, column: 1 };
  const spent = points.reduce((sum, point) => sum + point.durationMs, 0);
  const failure = failureOf('error', 'run', problem);
  const rest = Math.max(0, durationMs - spent);
  return [...points, { name: file, place, durationMs: rest, failure, skipped: undefined }];
}

function pointsOfBlock(block: BlockReport): readonly TestPoint[] {
  const { name, place, expectations, error } = block;
  const title = name ?? 'outside of transactions';
  const points: TestPoint[] = expectations.map(({ failure, ...each }) => ({
    name: `${title}: ${each.name}`,
    place: each.place,
    durationMs: each.durationMs,
    skipped: each.skipped,
    failure: failure && {
      ...failureOf('failure', 'expectation', failure.message),
      compared: comparedOf(failure.expected, failure.received),
      details: failureLines(failure, paintOf(false)).join('\n'),
    },
  }));
  const durationMs = points.reduce((rest, point) => rest - point.durationMs, block.durationMs);
  if (error !== undefined) {
    const { message, rendered, code } = error;
    const failure = { ...failureOf('error', code, message), details: folded(rendered) };
    points.push({ name: title, place: error.place, durationMs, failure, skipped: undefined });
  }
  if (points.length === 0 && name !== undefined) {
    points.push({ name: title, place, durationMs, failure: undefined, skipped: undefined });
  }
  return points;
}

const folded = (rendered: string): string =>
  foldedSource(rendered.trimEnd().split('\n')).join('\n');

function failureOf(kind: PointFailure['kind'], type: string, text: string): PointFailure {
  const [message = '', ...others] = text.split('\n');
  const details = others.length === 0 ? undefined : text;
  return { kind, type, message, compared: undefined, details };
}

function comparedOf(expected: string | undefined, received: string | undefined) {
  return expected === undefined || received === undefined ? undefined : { expected, received };
}

/** Writes the Test Anything Protocol, version 14: https://testanything.org. Details of failures are YAML. */
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
