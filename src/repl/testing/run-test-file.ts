// Runs one script as a test, in a session of its own.

import { noSpan } from '../../base/span.ts';
import { type Coverage, GasTotal, isEvalError, type EvalError } from '../../lang/session/index.ts';
import { ReplEngine, type ReplOptions } from '../engine.ts';
import type { Counterexample } from '../fuzz/counterexample.ts';
import { fuzzModules } from '../fuzz/fuzz-modules.ts';
import type { FuzzPlan } from '../fuzz/run-property.ts';
import type { ReplHost } from '../host.ts';
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
};

export type FuzzWish = {
  readonly plan: FuzzPlan;
  readonly found: (counterexamples: readonly Counterexample[]) => void;
};

export function runTestFile(file: string, options: TestOptions): FileReport {
  const { room, isInterrupted, isMemoryShort, keepGoing, colour, gasLimit, coverage } = options;
  const gasTotal = new GasTotal();
  const recorder = new RunRecorder({ colour, gas: gasTotal, gasLimit });
  const modules = new LoadedModules();
  let isRunning = true;
  const reads = new Set<string>();
  const host: ReplHost = {
    ...options.host,
    identify: (path) => {
      const identity = options.host.identify(path);
      reads.add(identity);
      return identity;
    },
    trace: undefined,
    print: (span, text) => recorder.print(span, text),
  };
  const now = host.now ?? (() => 0);
  const engine = new ReplEngine({
    host,
    ...room,
    makeDatabase: () =>
      new NoticingDatabase((table) => recorder.noteScan(`${table.module.text}.${table.name}`)),
    gasTotal,
    coverage,
    observer: modules.observer(recorder.observer({ keepGoing }), () => isRunning),
    ...(isInterrupted !== undefined && { isInterrupted }),
    ...(isMemoryShort !== undefined && { isMemoryShort }),
  });
  recorder.watch(engine.expectations);
  modules.watch(engine);
  const start = now();
  const error = errorOf(() => engine.runFile(file, false, noSpan));
  if (error !== undefined) recorder.takeError(error);
  isRunning = false;
  const blocks = [...recorder.reports];
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
    reads: [...reads],
    notices,
    problem: undefined,
    durationMs: now() - start,
    milliGas,
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
