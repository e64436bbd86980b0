// How the results of a run are shown: reporters are told of files in the order of the list, and of
// the end.

import type { FileReport } from '../runner/test-report.ts';
import type { Summary } from './summary.ts';

export type Reporter = {
  readonly fileEnded: (report: FileReport) => void;
  readonly runEnded: (reports: readonly FileReport[], summary: Summary) => void;
};

export type ReporterOptions = {
  readonly write: (text: string) => void;
  readonly colour: boolean;
  /** Also what passed, and everything that was printed. */
  readonly verbose: boolean;
  /** Columns of the terminal, for trees of calls; 120 without one. */
  readonly width?: number | undefined;
};
