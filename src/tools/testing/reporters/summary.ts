// The summary of a run of several files, as data and as the last lines of a report.

import { type FileReport, failuresOf, hasFailed, skippedOf } from '../runner/test-report.ts';
import { type Paint, duration } from './paint.ts';

export type Summary = {
  readonly files: { readonly passed: number; readonly failed: number };
  readonly transactions: number;
  readonly expectations: {
    readonly passed: number;
    readonly failed: number;
    /** Properties and invariants that could not be tested. */
    readonly notTried: number;
  };
  readonly errors: number;
  readonly notices: number;
  readonly durationMs: number;
  /** Files that were not run because the run was stopped early. */
  readonly notRun: number;
};

export type RunTotals = { readonly durationMs: number; readonly notRun: number };

export function summaryOf(reports: readonly FileReport[], totals: RunTotals): Summary {
  const blocks = reports.flatMap((report) => report.blocks);
  const failed = sum(blocks.map((block) => failuresOf(block).length));
  const notTried = sum(blocks.map((block) => skippedOf(block).length));
  const failedFiles = reports.filter(hasFailed).length;
  return {
    files: { passed: reports.length - failedFiles, failed: failedFiles },
    transactions: blocks.filter(({ name }) => name !== undefined).length,
    expectations: {
      passed: sum(blocks.map((block) => block.expectations.length)) - failed - notTried,
      failed,
      notTried,
    },
    errors:
      blocks.filter(({ error }) => error !== undefined).length +
      reports.filter(({ problem }) => problem !== undefined).length,
    notices: sum(reports.map((report) => report.notices.length)),
    ...totals,
  };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

const slowest = 3;
const slowMs = 500;

/** Returns counts, time, and the slowest files if that is useful. */
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
