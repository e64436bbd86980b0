// A run as a flat list of tests, for formats without transactions: every expectation and every error is a test, and a
// block without any is a test that passed.

import { failureLines } from './failure-lines.ts';
import { foldedSource } from './limited-lines.ts';
import { paintOf } from './paint.ts';
import type { BlockReport, FileReport, Place } from '../runner/test-report.ts';

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
