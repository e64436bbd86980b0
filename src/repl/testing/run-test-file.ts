// Runs one script as a test, in a session of its own.

import { noSpan } from '../../base/span.ts';
import { type Coverage, GasTotal, isEvalError, type EvalError } from '../../lang/session/index.ts';
import { ReplEngine, type ReplOptions } from '../engine.ts';
import type { Counterexample } from '../fuzz/counterexample.ts';
import { fuzzModules } from '../fuzz/fuzz-modules.ts';
import type { FuzzPlan } from '../fuzz/run-property.ts';
import type { ReplHost } from '../host.ts';
import type { Watcher } from '../snapshot/recorder.ts';
import { fuzzReport } from './fuzz-block.ts';
import { LoadedModules } from './loaded-modules.ts';
import { NoticingDatabase } from './noticing-database.ts';
import { RunRecorder } from './record-run.ts';
import type { FileReport } from './test-report.ts';

export type TestOptions = {
  readonly host: Omit<ReplHost, 'trace' | 'print'>;
  readonly room: Pick<ReplOptions, 'depthLimit' | 'nestingLimit' | 'loadLimit'>;
  readonly isInterrupted?: () => boolean;
  readonly isMemoryShort?: () => boolean;
  /** Goes on with the next transaction after an error. */
  readonly keepGoing: boolean;
  readonly colour: boolean;
  readonly coverage?: Coverage | undefined;
  /** What is tried of the loaded modules once the script has ended well, and who is told of failures. */
  readonly fuzz?: FuzzWish | undefined;
  /** Gas that a transaction may take on the chain that the code is for. */
  readonly gasLimit?: number | undefined;
  /** Not together with coverage and fuzz, which have to see everything that runs. */
  readonly keepStates?: ((host: ReplHost, watcher: Watcher) => StateKeeper) | undefined;
};

export type FuzzWish = {
  readonly plan: FuzzPlan;
  readonly found: (counterexamples: readonly Counterexample[]) => void;
};

/** Stands between a session and its host, and begins the run at a state of an earlier one. */
export type StateKeeper = Pick<ReplOptions, 'afterForm'> & {
  readonly host: ReplHost;
  readonly runFile: (engine: ReplEngine, path: string) => void;
  /** Identities of all files that the run has read. */
  readonly files: ReadonlySet<string>;
};

export function runTestFile(file: string, options: TestOptions): FileReport {
  const { room, isInterrupted, isMemoryShort, keepGoing, colour, gasLimit, coverage } = options;
  const gasTotal = new GasTotal();
  const recorder = new RunRecorder({ colour, gas: gasTotal, gasLimit });
  const modules = new LoadedModules();
  let isRunning = true;
  const print: ReplHost['print'] = (span, text) => recorder.print(span, text);
  const reads = new Set<string>();
  const host = notingReads({ ...options.host, trace: undefined, print }, reads);
  const keeper = options.keepStates?.(host, recorder.watcher);
  const now = options.host.now ?? (() => 0);
  const engine = new ReplEngine({
    // What is printed is kept by the recorder.
    host: keeper === undefined ? host : { ...keeper.host, print },
    ...(keeper?.afterForm !== undefined && { afterForm: keeper.afterForm }),
    ...room,
    makeDatabase: (state) =>
      new NoticingDatabase(
        (table) => recorder.noteScan(`${table.module.text}.${table.name}`),
        state,
      ),
    gasTotal,
    coverage,
    observer: modules.observer(recorder.observer({ keepGoing }), () => isRunning),
    ...(isInterrupted !== undefined && { isInterrupted }),
    ...(isMemoryShort !== undefined && { isMemoryShort }),
  });
  recorder.watch(engine.expectations);
  modules.watch(engine);
  const start = now();
  const error = errorOf(() => {
    if (keeper === undefined) engine.runFile(file, false, noSpan);
    else keeper.runFile(engine, file);
  });
  if (error !== undefined) recorder.takeError(error);
  isRunning = false;
  const blocks = [...recorder.blocks];
  const notices = [...recorder.notices];
  const milliGas = BigInt(gasTotal.used);
  // Where a script has failed there is nothing to begin from.
  if (options.fuzz !== undefined && error === undefined) {
    const { plan, found } = options.fuzz;
    const results = fuzzModules(engine, modules.written, plan);
    found(results.flatMap(({ counterexample }) => counterexample ?? []));
    const fuzz = fuzzReport(file, results);
    if (results.length > 0) blocks.push(fuzz.block);
    notices.push(...fuzz.notices);
  }
  return {
    file,
    blocks,
    reads: [...(keeper?.files ?? reads)],
    notices,
    problem: undefined,
    durationMs: now() - start,
    milliGas,
  };
}

function notingReads(host: ReplHost, reads: Set<string>): ReplHost {
  return {
    ...host,
    identify: (path) => {
      const identity = host.identify(path);
      reads.add(identity);
      return identity;
    },
  };
}

function errorOf(run: () => void): EvalError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (isEvalError(error)) return error;
    throw error;
  }
}
