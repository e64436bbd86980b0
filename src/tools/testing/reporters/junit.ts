// Writes JUnit XML for build servers: a suite for each file, a case for each expectation.

import type { FileReport, Place } from '../runner/test-report.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';
import { sum } from './summary.ts';
import { pointsOf, type PointFailure, type TestPoint } from './test-points.ts';

export function junitReporter({ write }: ReporterOptions): Reporter {
  return {
    fileEnded: () => undefined,
    runEnded(reports, { durationMs }) {
      const suites = reports.map(suiteOf);
      const tests = sum(suites.map(({ points }) => points.length));
      const total = (kind: string): number =>
        sum(suites.map((suite) => counted(suite.points, kind)));
      write('<?xml version="1.0" encoding="UTF-8"?>');
      write(
        `<testsuites name="pact" tests="${tests}" failures="${total('failure')}"` +
          ` errors="${total('error')}" time="${seconds(durationMs)}">`,
      );
      for (const suite of suites) for (const line of suiteLines(suite)) write(line);
      write('</testsuites>');
    },
  };
}

type Suite = { readonly report: FileReport; readonly points: readonly TestPoint[] };

const suiteOf = (report: FileReport): Suite => ({ report, points: pointsOf(report) });

function suiteLines({ report, points }: Suite): string[] {
  const prints = report.blocks.flatMap((block) => block.prints.map(({ text }) => text));
  return [
    `  <testsuite name="${attribute(report.file)}" tests="${points.length}"` +
      ` failures="${counted(points, 'failure')}" errors="${counted(points, 'error')}"` +
      ` skipped="${points.filter(({ skipped }) => skipped !== undefined).length}"` +
      ` time="${seconds(report.durationMs)}">`,
    ...points.flatMap((point) => caseLines(point, report.file)),
    ...(prints.length === 0 ? [] : [`    <system-out>${content(prints.join('\n'))}</system-out>`]),
    '  </testsuite>',
  ];
}

function caseLines(point: TestPoint, file: string): string[] {
  const { name, place, durationMs, failure, skipped } = point;
  const head =
    `    <testcase name="${attribute(name)}" classname="${attribute(classOf(file))}"` +
    ` file="${attribute(place.file)}" line="${place.line}" time="${seconds(durationMs)}"`;
  if (skipped !== undefined) {
    return [`${head}>`, `      <skipped message="${attribute(skipped)}"/>`, '    </testcase>'];
  }
  if (failure === undefined) return [`${head}/>`];
  const { kind, type, message } = failure;
  return [
    `${head}>`,
    `      <${kind} type="${attribute(type)}" message="${attribute(message)}">` +
      `${content(textOf(failure, place))}</${kind}>`,
    '    </testcase>',
  ];
}

/** Build servers treat dots as folders. */
const classOf = (file: string): string => file.replace(/\.repl$/, '').replaceAll('/', '.');

/** Returns the text of the element, the only part that many servers show. */
function textOf({ kind, message, details }: PointFailure, place: Place): string {
  // An error with details begins with its place.
  if (kind === 'error' && details !== undefined) return details;
  return `${place.file}:${place.line}\n${details ?? message}`;
}

function counted(points: readonly TestPoint[], kind: string): number {
  return points.filter(({ failure }) => failure?.kind === kind).length;
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/** Characters that XML 1.0 cannot hold, not even escaped. */
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu;

function content(text: string): string {
  return text
    .replaceAll(unspeakable, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

function attribute(text: string): string {
  return content(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
