// The exports of `@multichain/pact/testing`: running scripts as tests, and the reports of `pact test`.

export { runTestFile, type TestOptions } from './runner/run-test-file.ts';
export {
  failuresOf,
  hasFailed,
  skippedOf,
  type BlockReport,
  type ErrorReport,
  type ExpectationReport,
  type FailureReport,
  type FileReport,
} from './runner/test-report.ts';
export { reporters } from './reporters/index.ts';
export type { Reporter, ReporterOptions } from './reporters/reporter.ts';
export { summaryOf, type RunTotals, type Summary } from './reporters/summary.ts';
