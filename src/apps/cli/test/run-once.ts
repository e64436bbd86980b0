// Runs a list of files once and reports in the order of the list, independent of which file ends first.

import { hasFailed, type FileReport } from '../../../tools/testing/runner/test-report.ts';
import type { TestPool } from './pool.ts';
import type { Progress } from './progress.ts';
import type { Reporter } from '../../../tools/testing/reporters/reporter.ts';
import { counts } from '../../../tools/testing/reporters/words.ts';
import { summaryOf } from '../../../tools/testing/reporters/summary.ts';

export type Run = {
  readonly files: readonly string[];
  /** The same files in the order in which they are started. */
  readonly order: readonly string[];
  readonly pool: TestPool;
  readonly progress: Progress;
  readonly reporter: Reporter;
  /** Whether to stop after the first file that fails. */
  readonly bail: boolean;
  /** Selects the part of a report to show and count. */
  readonly select: (report: FileReport) => FileReport;
};

export type RunResult = { readonly reports: readonly FileReport[]; readonly failed: boolean };

export async function runOnce(run: Run): Promise<RunResult> {
  const { files, order, pool, progress, reporter, bail, select } = run;
  const start = performance.now();
  const ended = new Map<string, FileReport>();
  const reports: FileReport[] = [];
  let failed = false;
  const ticking = setInterval(() => progress.draw(), 100);
  try {
    await pool.run(order, {
      started: (file) => progress.started(file),
      fuzzing: ({ file, target, runs }) => progress.note(file, `${target} ${counts(runs, 'run')}`),
      ended(whole) {
        const report = select(whole);
        failed ||= hasFailed(report);
        progress.ended(report.file, hasFailed(report));
        ended.set(report.file, report);
        progress.clear();
        for (let next = files[reports.length]; next !== undefined; next = files[reports.length]) {
          const ready = ended.get(next);
          if (ready === undefined) break;
          reports.push(ready);
          reporter.fileEnded(ready);
        }
        progress.draw();
      },
      isEnough: () => bail && failed,
    });
  } finally {
    // Also if the output was closed: a timer would keep the thread alive.
    clearInterval(ticking);
  }
  progress.clear();
  // Files after one that was skipped by the early end of the run.
  for (const report of ended.values()) {
    if (reports.includes(report)) continue;
    reports.push(report);
    reporter.fileEnded(report);
  }
  const durationMs = performance.now() - start;
  const notRun = files.length - reports.length;
  reporter.runEnded(reports, summaryOf(reports, { durationMs, notRun }));
  return { reports, failed };
}
