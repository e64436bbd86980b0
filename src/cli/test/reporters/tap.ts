// The Test Anything Protocol, version 14: https://testanything.org

import type { FileReport } from '../../../repl/testing/test-report.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { pointsOf, type TestPoint } from './test-points.ts';

export function tapReporter({ write }: ReporterOptions): Reporter {
  let count = 0;
  write('TAP version 14');
  return {
    fileEnded(report: FileReport) {
      write(`# ${report.file}`);
      for (const point of pointsOf(report)) for (const line of linesOf(point, ++count)) write(line);
    },
    runEnded() {
      write(`1..${count}`);
    },
  };
}

function linesOf({ name, place, failure }: TestPoint, number: number): string[] {
  const title = `${number} - ${escaped(name)}`;
  if (failure === undefined) return [`ok ${title}`];
  return [
    `not ok ${title}`,
    '  ---',
    `  severity: ${failure.kind === 'error' ? 'error' : 'fail'}`,
    `  at: ${JSON.stringify(`${place.file}:${place.line}:${place.column}`)}`,
    `  message: ${JSON.stringify(failure.text)}`,
    '  ...',
  ];
}

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('#', '\\#')
    .replaceAll(/\s*\n\s*/g, ' ');
