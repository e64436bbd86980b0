// A thread of the pool: runs one file after the other, each in its own session.

import type { MessagePort } from 'node:worker_threads';
import { Coverage, ProgramCache } from '../../../lang/session/run.ts';
import { fileCounts } from '../coverage/run-covered.ts';
import { gasReport } from '../../../tools/testing/gas/gas-report.ts';
import { gasStacks } from '../../../tools/testing/gas/gas-stacks.ts';
import type { Counterexample } from '../../../tools/testing/fuzz/counterexample.ts';
import {
  runTestFile,
  type FuzzChoice,
  type TestOptions,
} from '../../../tools/testing/runner/run-test-file.ts';
import type { FileReport } from '../../../tools/testing/runner/test-report.ts';
import type { CacheFile } from '../cache/cache-file.ts';
import { CachedRun, historyOf } from '../cache/cached-run.ts';
import { faultText } from '../exit.ts';
import { identifyFile, readSourceFile } from '../files.ts';
import { isMemoryShort } from '../memory.ts';
import { plainPath } from '../paths.ts';
import { diskHost } from '../script-host.ts';
import { largeRoom } from '../stack-size.ts';
import {
  timeoutText,
  type FoundMessage,
  type FuzzingMessage,
  type MeasuredGas,
  type TestAnswer,
  type TestRequest,
  type TestSettings,
  type TestThreadWork,
} from './messages.ts';

/**
 * Milliseconds of a run before its first stored state, and between states. They are short, since the thread has most
 * of the loaded code in its caches, and a run that continues from a state does not.
 */
const keeping = { firstAfter: 10, nextAfter: 10 };

export function serveTests(port: MessagePort, work: TestThreadWork): void {
  const programs = new ProgramCache();
  // The pool sends only files.
  port.on('message', (request: TestRequest) => {
    const found = (counterexample: Counterexample): void => {
      port.postMessage({
        kind: 'found',
        file: request.file,
        counterexample,
      } satisfies FoundMessage);
    };
    let shownAt = 0;
    const running = (target: string, runs: number): void => {
      if (performance.now() - shownAt < showEveryMs) return;
      shownAt = performance.now();
      const { file } = request;
      port.postMessage({ kind: 'fuzzing', file, target, runs } satisfies FuzzingMessage);
    };
    port.postMessage(answerOf(request, { work, programs, found, running }));
  });
}

/** Milliseconds between messages about running property tests. */
const showEveryMs = 200;

type ThreadRun = {
  readonly work: TestThreadWork;
  readonly programs: ProgramCache;
  readonly found: (counterexample: Counterexample) => void;
  readonly running: (target: string, runs: number) => void;
};

function answerOf(request: TestRequest, run: ThreadRun): TestAnswer {
  const { work, programs } = run;
  const { file } = request;
  const { settings, interrupt } = work;
  const problem = problemOf(file, settings);
  if (problem !== undefined) {
    const report = notRun(file, problem);
    const nothing = { gas: undefined, counterexamples: undefined };
    return { kind: 'report', report, coverage: [], ...nothing };
  }
  const states = settings.keepsStates ? historyOf(file, ['test', ...wayOf(settings)]) : undefined;
  let counterexamples: readonly Counterexample[] | undefined;
  const coverage = settings.coverage ? new Coverage() : undefined;
  let gas: MeasuredGas | undefined;
  try {
    const report = runTestFile(file, {
      host: { ...diskHost, plainPath },
      room: largeRoom,
      isInterrupted: () => Atomics.load(interrupt, 0) !== 0,
      isMemoryShort: () => isMemoryShort(() => programs.clear()),
      programs,
      ...settings,
      interruption: timeoutText(settings.timeoutMs),
      coverage,
      takeGas: measuresGas(settings)
        ? (profile) => {
            gas = {
              report: settings.gasReport ? gasReport(profile) : undefined,
              stacks: settings.gasProfile ? gasStacks(profile) : undefined,
            };
          }
        : undefined,
      fuzz: fuzzChoice(file, settings, { ...run, ended: (all) => (counterexamples = all) }),
      keepStates: states === undefined ? undefined : keeperOf(states),
    });
    const counts = coverage === undefined ? [] : fileCounts(coverage);
    return {
      kind: 'report',
      report,
      coverage: counts,
      gas,
      counterexamples,
    };
  } catch (error) {
    return { kind: 'fault', text: faultText(error) };
  }
}

const measuresGas = ({ gasReport, gasProfile }: TestSettings): boolean => gasReport || gasProfile;

/** Returns the settings that the report of a run depends on, besides its files. */
function wayOf(settings: TestSettings): readonly string[] {
  const { keepGoing, pact4, colour, gasLimit, fileGasLimit } = settings;
  return [keepGoing, pact4, colour, gasLimit, fileGasLimit].map(String);
}

function keeperOf(states: CacheFile): TestOptions['keepStates'] {
  const { nestingLimit } = largeRoom;
  return (host, watcher) => new CachedRun(states, { host, watcher, nestingLimit, ...keeping });
}

function fuzzChoice(
  file: string,
  { fuzz }: TestSettings,
  {
    found,
    running,
    ended,
  }: Pick<ThreadRun, 'found' | 'running'> & {
    readonly ended: FuzzChoice['found'];
  },
): FuzzChoice | undefined {
  if (fuzz === undefined) return undefined;
  const { seed, runs, known, strict } = fuzz;
  return {
    plan: { seed, runs, known: known.get(file) ?? [], found, running },
    strict,
    found: ended,
  };
}

/** Returns why a file does not run. */
function problemOf(file: string, { refusesEmpty }: TestSettings): string | undefined {
  const readable = readSourceFile(file);
  if (readable.kind === 'failure') return `cannot load ${file}: ${readable.reason}`;
  const isEmpty = readable.text.replace(/;.*/g, '').trim() === '';
  return isEmpty && refusesEmpty ? emptyFile : undefined;
}

const emptyFile = 'no expectations: the file has no code; --allow-empty accepts that';

function notRun(file: string, problem: string): FileReport {
  const nothing = { blocks: [], notices: [], durationMs: 0, milliGas: 0n };
  return { file, reads: [identifyFile(file)], problem, ...nothing };
}
