// Runs a list of files once and reports in the order of the list, independent of which file ends first.

import { type FileReport, hasFailed } from '../../../tools/testing/runner/test-report.ts';
import type { TestPool } from './pool.ts';
import type { Reporter } from '../../../tools/testing/reporters/reporter.ts';
import { counts, duration } from '../../../tools/testing/reporters/paint.ts';
import { summaryOf } from '../../../tools/testing/reporters/summary.ts';
import { clearLine } from '../output.ts';

type Run = {
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

// Shows the progress of a run in a line at the bottom of the terminal. Off without a terminal.

const shownNames = 2;
/** A thread does not know the width of the terminal; this is the usual minimum. */
const width = 79;

export class Progress {
  private readonly write: ((text: string) => void) | undefined;
  private readonly total: number;
  private readonly start = performance.now();
  /** Files, with what they do. */
  private readonly running = new Map<string, string>();
  private done = 0;
  private failed = 0;

  /** `write`: absent if nothing should be shown. */
  constructor(total: number, write: ((text: string) => void) | undefined) {
    this.write = write;
    this.total = total;
  }

  started(file: string): void {
    this.running.set(file, file);
    this.draw();
  }

  /** Shows what a file does. */
  note(file: string, text: string): void {
    if (this.running.has(file)) this.running.set(file, `${file}: ${text}`);
  }

  ended(file: string, failed: boolean): void {
    this.running.delete(file);
    this.done++;
    if (failed) this.failed++;
  }

  draw(): void {
    if (this.write === undefined) return;
    const names = [...this.running.values()].slice(0, shownNames).join(', ');
    const failed = this.failed === 0 ? '' : `, ${this.failed} failed`;
    const time = duration(performance.now() - this.start);
    const text = `  ${this.done} of ${counts(this.total, 'file')}${failed}  ${time}  ${names}`;
    this.write(clearLine + text.slice(0, width));
  }

  clear(): void {
    this.write?.(clearLine);
  }
}
