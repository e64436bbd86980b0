// The settings of `pact test`, from its options and pact.yaml.

import { availableParallelism } from 'node:os';
import {
  coverageRequest,
  type CoverageRequest,
  type GasReportFormat,
  gasReportFormatOf,
  fuzzRequest,
  type FuzzRequest,
} from '../shared-options.ts';
import { leavesOut, type LeavesOut } from '../coverage/write-coverage.ts';
import type { Given } from '../commands/define.ts';
import { writeErrorLine } from '../output.ts';
import type { OpenProject } from '../project/open-project.ts';
import type { CallsChoice } from '../../../tools/testing/runner/run-test-file.ts';
import { reporterNames, type ReporterName } from '../../../tools/testing/reporters/names.ts';

export type RunSettings = {
  readonly paths: readonly string[];
  readonly filter: string | undefined;
  readonly jobs: number;
  readonly timeoutMs: number;
  readonly reporter: ReporterName;
  readonly bail: boolean;
  readonly keepGoing: boolean;
  /** Whether modules may use builtins of Pact 4. */
  readonly pact4: boolean;
  /** Whether runs that expect nothing succeed. */
  readonly allowEmpty: boolean;
  readonly watch: boolean;
  readonly verbose: boolean;
  /** The forms whose calls are shown. */
  readonly calls: CallsChoice | undefined;
  readonly all: boolean;
  /** The gas limit of a transaction, if the project has one. */
  readonly gasLimit: number | undefined;
  /** The gas limit of a whole file. */
  readonly fileGasLimit: number | undefined;
  readonly coverage: (CoverageRequest & { readonly leavesOut: LeavesOut }) | undefined;
  readonly gasReport: GasReportFormat | undefined;
  /** The file for the flame graph. */
  readonly gasProfile: string | undefined;
  readonly fuzz: FuzzRequest | undefined;
  readonly gasSnapshot: 'compare' | 'update' | undefined;
  /** Whether runs use stored states, and store their own. */
  readonly keepsStates: boolean;
};

const usualTimeoutSeconds = 300;

/**
 * Reads the options, which the definition of the command has checked. If paths are missing or options conflict, prints
 * an error and returns `undefined`.
 */
export function settingsOf(given: Given, open: OpenProject): RunSettings | undefined {
  const paths = open.testPaths(given.operands);
  if (paths === undefined) return undefined;
  const fuzz = fuzzRequest((long) => given.value(long));
  if (fuzz === 'misuse') {
    writeErrorLine('pact: the options --runs, --seed and --strict need --fuzz');
    return undefined;
  }
  const testing = open.project?.testing;
  const gasReport = gasReportFormatOf(given.value('gas-report'));
  const gasProfile = given.value('gas-profile');
  const coverage = coverageRequest((long) => given.values(long));
  const calls = callsRequest(given);
  return {
    paths,
    filter: given.value('filter'),
    jobs: Number(given.value('jobs') ?? availableParallelism()),
    timeoutMs: (numberOr(given.value('timeout'), testing?.timeout) ?? usualTimeoutSeconds) * 1000,
    reporter: reporterNames.find((name) => name === given.value('reporter')) ?? 'pretty',
    bail: given.has('bail'),
    keepGoing: given.has('keep-going'),
    pact4: given.has('pact4') || open.project?.pact4 === true,
    allowEmpty: given.has('allow-empty'),
    watch: given.has('watch'),
    verbose: given.has('verbose'),
    calls,
    all: given.has('all'),
    gasLimit: open.project?.gas.limit,
    fileGasLimit: numberOr(given.value('gas-limit'), testing?.gasLimit),
    coverage: coverage && { ...coverage, leavesOut: leavesOut(open) },
    gasReport,
    gasProfile,
    fuzz,
    gasSnapshot: snapshotUse(given),
    // The others need complete runs.
    keepsStates:
      !given.has('no-cache') &&
      [coverage, fuzz, gasReport, gasProfile, calls].every((each) => each === undefined),
  };
}

function numberOr(text: string | undefined, usual: number | undefined): number | undefined {
  return text === undefined ? usual : Number(text);
}

/** `-vvv` and `-vvvv`. */
function callsRequest(given: Given): CallsChoice | undefined {
  const level = given.values('verbose').length;
  if (level < 3) return undefined;
  return level === 3 ? 'failed' : 'all';
}

function snapshotUse(given: Given): RunSettings['gasSnapshot'] {
  if (given.has('update')) return 'update';
  return given.has('gas-snapshot') ? 'compare' : undefined;
}
