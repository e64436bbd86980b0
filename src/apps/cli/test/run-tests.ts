// `pact test`: finds the scripts, runs them in a pool of threads, and reports; with `--watch`, after every change.

import type { FileReport } from '../../../tools/testing/runner/test-report.ts';
import type { Given } from '../commands/define.ts';
import { CoverageTotals } from '../../../tools/analysis/coverage/coverage.ts';
import { writeCoverage } from '../coverage/write-coverage.ts';
import { FuzzRun } from '../fuzz/fuzz-run.ts';
import { writeFlameGraph, writeReport } from '../gas-output.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import {
  clearLine,
  isWatched,
  keepOutputForResults,
  terminalWidth,
  useColour,
  writeErrorLine,
  writeLine,
  writeProgress,
} from '../output.ts';
import { openProject } from '../project/open-project.ts';
import { discoverTests, matchingBlocks, matchingFiles } from './discover.ts';
import { checkGas } from './gas-snapshot.ts';
import { Durations, longestFirst } from './order.ts';
import type { MeasuredGas } from './messages.ts';
import { TestPool } from './pool.ts';
import { Progress, runOnce, type RunResult } from './run-once.ts';
import { reporters } from '../../../tools/testing/reporters/index.ts';
import { counts } from '../../../tools/testing/reporters/paint.ts';
import { settingsOf, type RunSettings } from './settings.ts';
import { watchFiles } from './watch.ts';

export async function runTests(given: Given): Promise<ExitStatus> {
  const open = openProject();
  if (open === undefined) return exitStatus.misuse;
  const settings = settingsOf(given, open);
  if (settings === undefined) return exitStatus.misuse;
  const conflict = conflictOf(settings);
  if (conflict !== undefined) {
    writeErrorLine(`pact: the options ${conflict} cannot be combined`);
    return exitStatus.misuse;
  }
  if (settings.gasReport === 'json') keepOutputForResults();
  const files = filesOf(settings);
  if (files === undefined) return exitStatus.misuse;
  if (files.length === 0) return exitStatus.success;
  const coverage = new CoverageTotals();
  const measured = new Map<string, MeasuredGas>();
  const fuzz = settings.fuzz === undefined ? undefined : new FuzzRun(settings.fuzz);
  const pool = new TestPool({
    jobs: settings.jobs,
    settings: {
      timeoutMs: settings.timeoutMs,
      fileGasLimit: settings.fileGasLimit,
      keepGoing: settings.keepGoing,
      keepsStates: settings.keepsStates,
      pact4: settings.pact4,
      refusesEmpty: !settings.allowEmpty,
      colour: isForPeople(settings) && useColour(1),
      gasLimit: settings.gasLimit,
      coverage: settings.coverage !== undefined,
      calls: settings.calls,
      gasReport: settings.gasReport !== undefined,
      gasProfile: settings.gasProfile !== undefined,
      fuzz: fuzz?.settings,
    },
    take({ report, coverage: all, gas, counterexamples }) {
      if (gas !== undefined) measured.set(report.file, gas);
      for (const counts of all) coverage.add(counts);
      if (counterexamples !== undefined) fuzz?.take(report, counterexamples);
    },
    found(message) {
      const line = fuzz?.takeEarly(message);
      // Show it now: the report comes only after the file has ended, which Ctrl-C may prevent.
      if (line !== undefined && isWatched()) writeProgress(`${clearLine}${line}\n`);
    },
    program: threadProgram(),
  });
  try {
    const { reports, failed: hasFailed } = await runAndReport(files, pool, settings);
    const checks = [
      hasFailed ? 'success' : checkExpectations(reports, settings),
      checkGas(reports, settings),
      checkCoverage(coverage, settings),
      endFuzz(fuzz, settings),
      writeGas(
        // Threads end in any order.
        files.flatMap((file) => measured.get(file) ?? []),
        settings,
      ),
    ];
    const failed = hasFailed || checks.includes('failure');
    const ended = failed ? 'failure' : 'success';
    return exitStatus[settings.watch ? await watch(reports, pool, settings) : ended];
  } finally {
    await pool.close();
  }
}

function watch(reports: readonly FileReport[], pool: TestPool, settings: RunSettings) {
  return watchFiles(reports, {
    present: () => chosenOf(discoverTests(settings.paths, settings).files, settings),
    run: async (changed) => {
      const again = await runAndReport(changed, pool, settings);
      checkGas(again.reports, settings);
      return again.reports;
    },
  });
}

function filesOf(settings: RunSettings): readonly string[] | undefined {
  const { paths, filter, reporter } = settings;
  const { files, parts, faults } = discoverTests(paths, settings);
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  if (faults.length > 0) return undefined;
  const chosen = chosenOf(files, settings);
  if (chosen.length === 0) {
    const what = filter === undefined ? 'there is no .repl file' : `nothing matches '${filter}'`;
    writeErrorLine(`pact: ${what} in ${paths.join(', ')}`);
    return settings.allowEmpty ? [] : undefined;
  }
  if (parts.length > 0 && reporter === 'pretty') {
    const loaded = counts(parts.length, 'file');
    writeLine(`${loaded} skipped, because other scripts load them (use --all to run them too)`);
  }
  return chosen;
}

function chosenOf(files: readonly string[], { filter }: RunSettings): readonly string[] {
  return filter === undefined ? files : matchingFiles(files, filter);
}

async function runAndReport(
  files: readonly string[],
  pool: TestPool,
  settings: RunSettings,
): Promise<RunResult> {
  const { filter, bail, verbose, jobs, keepsStates } = settings;
  const reporter = reporters[settings.reporter]({
    write: writeLine,
    colour: useColour(1),
    verbose,
    width: terminalWidth(),
  });
  const progress = new Progress(files.length, isWatched() ? writeProgress : undefined);
  const select = (report: FileReport): FileReport =>
    filter === undefined ? report : matchingBlocks(report, filter);
  const durations = !keepsStates ? undefined : Durations.ofFolder(process.cwd());
  // With --bail, keep the order of the list, so that the first failure is shown soon.
  const order = bail ? files : longestFirst(files, jobs, (file) => durations?.of(file));
  const result = await runOnce({ files, order, pool, progress, reporter, bail, select });
  durations?.keep(result.reports);
  return result;
}

/** Coverage and similar options need complete runs, and standard output can have only one format. */
function conflictOf(settings: RunSettings): string | undefined {
  const { coverage, watch, gasReport, gasProfile, fuzz } = settings;
  if (coverage !== undefined && watch) return '--coverage and --watch';
  if (gasReport === undefined && gasProfile === undefined) return undefined;
  const measuring = gasReport === undefined ? '--gas-profile' : '--gas-report';
  if (watch) return `${measuring} and --watch`;
  if (fuzz !== undefined) return `${measuring} and --fuzz`;
  return gasReport === 'json' && !isForPeople(settings)
    ? `--gas-report json and --reporter ${settings.reporter}`
    : undefined;
}

/** Measuring is a purpose of its own. */
function checkExpectations(
  reports: readonly FileReport[],
  { allowEmpty, coverage, gasReport, gasProfile, gasSnapshot }: RunSettings,
): 'success' | 'failure' {
  const measured = [coverage, gasReport, gasProfile, gasSnapshot];
  if (allowEmpty || measured.some((each) => each !== undefined)) return 'success';
  const blocks = reports.flatMap((report) => report.blocks);
  if (blocks.some(({ expectations }) => expectations.length > 0)) return 'success';
  writeErrorLine(
    'pact: no expectations: the scripts check nothing with expect, expect-failure or expect-that; ' +
      '--allow-empty accepts that',
  );
  return 'failure';
}

function writeGas(measured: readonly MeasuredGas[], settings: RunSettings): 'success' | 'failure' {
  const { gasReport, gasProfile } = settings;
  if (gasReport !== undefined) {
    const reports = measured.flatMap(({ report }) => report ?? []);
    writeReport(reports, gasReport, (text) => writeBeside(settings, [text]));
  }
  if (gasProfile === undefined) return 'success';
  const stacks = measured.flatMap((each) => each.stacks ?? []);
  return writeFlameGraph(stacks, gasProfile) ? 'success' : 'failure';
}

function endFuzz(fuzz: FuzzRun | undefined, settings: RunSettings): 'success' | 'failure' {
  if (fuzz === undefined) return 'success';
  const { lines, failed, fault } = fuzz.finish();
  writeBeside(settings, lines);
  if (fault !== undefined) writeErrorLine(`pact: ${fault}`);
  return fault === undefined && !failed ? 'success' : 'failure';
}

function checkCoverage(totals: CoverageTotals, settings: RunSettings): 'success' | 'failure' {
  const { coverage } = settings;
  if (coverage === undefined) return 'success';
  const { lines, faults } = writeCoverage(totals.all, coverage);
  writeBeside(settings, lines);
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  return faults.length === 0 ? 'success' : 'failure';
}

/** Writes to standard error if the reporter's output on standard output is for programs. */
function writeBeside(settings: RunSettings, lines: readonly string[]): void {
  const write = isForPeople(settings) ? writeLine : writeErrorLine;
  for (const line of ['', ...lines]) write(line);
}

/** Output for programs has no colours. */
const isForPeople = ({ reporter }: RunSettings): boolean =>
  reporter === 'pretty' || reporter === 'dot';

/** Returns the program of this thread, which can also run test files. */
function threadProgram(): string {
  const [, program] = process.argv;
  if (program === undefined) throw new RangeError('a thread knows the file that it runs');
  return program;
}
