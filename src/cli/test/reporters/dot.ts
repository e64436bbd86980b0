// A letter an expectation, and what failed at the end.

import { hasFailed, type FileReport } from '../../../repl/testing/test-report.ts';
import { paintOf } from '../paint.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { detailLines } from './pretty.ts';
import { summaryLines } from './summary-lines.ts';

const width = 80;

export function dotReporter({ write, colour, verbose }: ReporterOptions): Reporter {
  const paint = paintOf(colour);
  let row: string[] = [];
  const flush = (): void => {
    if (row.length > 0) write(row.join(''));
    row = [];
  };
  return {
    fileEnded(report) {
      for (const mark of marksOf(report)) {
        row.push(mark === '.' ? paint.good(mark) : paint.bad(mark));
        if (row.length === width) flush();
      }
    },
    runEnded(reports, summary) {
      flush();
      for (const report of reports.filter(hasFailed)) {
        write('');
        write(paint.bad(report.file));
        for (const line of detailLines(report, { paint, verbose })) write(line);
      }
      for (const line of summaryLines(reports, summary, paint)) write(line);
    },
  };
}

/** `F` failed, `E` ended with an error. */
function* marksOf({ problem, blocks }: FileReport): Generator<string> {
  for (const { expectations, error } of blocks) {
    for (const { failure } of expectations) yield failure === undefined ? '.' : 'F';
    if (error !== undefined) yield 'E';
  }
  if (problem !== undefined) yield 'E';
}
