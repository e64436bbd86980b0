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
