// Shows a letter for each expectation, and the failures and untestable properties at the end.

import { hasFailed, skippedOf, type FileReport } from '../runner/test-report.ts';
import { paintOf, type Paint } from './paint.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';
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
        row.push(paintOfMark(mark, paint)(mark));
        if (row.length === width) flush();
      }
    },
    runEnded(reports, summary) {
      flush();
      for (const report of reports.filter((each) => hasFailed(each) || wasLeftOut(each))) {
        write('');
        write(hasFailed(report) ? paint.bad(report.file) : report.file);
        for (const line of detailLines(report, { paint, verbose })) write(line);
      }
      for (const line of summaryLines(reports, summary, paint)) write(line);
    },
  };
}

const paintOfMark = (mark: string, paint: Paint): Paint[keyof Paint] =>
  mark === '.' ? paint.good : mark === 'S' ? paint.warn : paint.bad;

const wasLeftOut = ({ blocks }: FileReport): boolean =>
  blocks.some((block) => skippedOf(block).length > 0);

/** `F` failed, `E` ended with an error, `S` could not be tried. */
function* marksOf({ problem, blocks }: FileReport): Generator<string> {
  for (const { expectations, error } of blocks) {
    for (const { failure, skipped } of expectations) {
      yield failure !== undefined ? 'F' : skipped !== undefined ? 'S' : '.';
    }
    if (error !== undefined) yield 'E';
  }
  if (problem !== undefined) yield 'E';
}
