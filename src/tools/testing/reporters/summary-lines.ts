// Shows the end of a run: counts, time, and the slowest files if that is useful.

import type { FileReport } from '../runner/test-report.ts';
import type { Paint } from './paint.ts';
import type { Summary } from './summary.ts';
import { duration } from './words.ts';

const slowest = 3;
const slowMs = 500;

export function summaryLines(
  reports: readonly FileReport[],
  summary: Summary,
  paint: Paint,
): string[] {
  const { files, expectations, errors, transactions, notRun } = summary;
  return [
    '',
    line('Files', result(files, paint) + (notRun > 0 ? `, ${notRun} not run` : '')),
    line('Transactions', String(transactions)),
    line('Expectations', result(expectations, paint) + notTriedText(expectations)),
    ...(errors > 0 ? [line('Errors', paint.bad(String(errors)))] : []),
    line('Time', duration(summary.durationMs)),
    ...slowestLines(reports),
  ];
}

function result({ passed, failed }: Summary['files'], paint: Paint): string {
  const good = `${passed} passed`;
  return failed === 0 ? paint.good(good) : `${paint.bad(`${failed} failed`)}, ${good}`;
}

const notTriedText = ({ notTried }: Summary['expectations']): string =>
  notTried === 0 ? '' : `, ${notTried} not tried`;

function slowestLines(reports: readonly FileReport[]): string[] {
  if (reports.length < 2) return [];
  const slow = reports
    .filter(({ durationMs }) => durationMs >= slowMs)
    .sort((a, b) => b.durationMs - a.durationMs)
    .slice(0, slowest);
  return slow.map(({ file, durationMs }, at) =>
    line(at === 0 ? 'Slowest' : '', `${duration(durationMs).padStart(7)}  ${file}`),
  );
}

const line = (title: string, text: string): string => `${title.padEnd(14)}${text}`;
