// The summary of a run of several files.

import { failuresOf, hasFailed, skippedOf, type FileReport } from '../runner/test-report.ts';

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
