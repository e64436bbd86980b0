// The interface of reporters: they receive the reports of files in the order of the list, and the summary at the end.

import type { FileReport } from '../runner/test-report.ts';
import type { Summary } from './summary.ts';

export type Reporter = {
  readonly fileEnded: (report: FileReport) => void;
  readonly runEnded: (reports: readonly FileReport[], summary: Summary) => void;
};

export type ReporterOptions = {
  readonly write: (text: string) => void;
  readonly colour: boolean;
  /** Whether to show passed expectations and all prints too. */
  readonly verbose: boolean;
  /** Columns of the terminal, for trees of calls; 120 without one. */
  readonly width?: number | undefined;
};

/** Writes the whole run as one JSON document, described in docs/test-reports.md. */
export function jsonReporter({ write }: ReporterOptions): Reporter {
  return {
    fileEnded: () => undefined,
    runEnded(files, summary) {
      write(JSON.stringify({ version: 1, summary, files }, (_, value: unknown) => plain(value), 2));
    },
  };
}

/** Writes bigints as strings, since JSON readers may lose digits, and milliseconds with three decimals. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1000) / 1000;
  if (typeof value !== 'bigint') return value;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}
