// Runs one script as a test, in its own session.

import { noSpan } from '../../../base/span.ts';
import {
  type Coverage,
  type EvalError,
  GasProfile,
  GasTotal,
  Interrupted,
  type ProgramCache,
  type TableName,
  isEvalError,
  milliGasPerGas,
  toMilliGas,
} from '../../../lang/session/run.ts';
import { ReplEngine } from '../../repl/engine.ts';
import type { ReplHost, ReplOptions } from '../../repl/options.ts';
import type { Counterexample } from '../fuzz/counterexample.ts';
import { fuzzModules } from '../fuzz/fuzz-modules.ts';
import type { FuzzPlan } from '../fuzz/run-property.ts';
import type { Watcher } from '../../repl/snapshot/recorder.ts';
import { LoadedModules, fuzzReport } from './fuzz-block.ts';
import { RunRecorder } from './record-run.ts';
import type { RunEvent } from './run-events.ts';
import type { FileReport, Notice, Place } from './test-report.ts';
import { callLimits } from '../../debugger/limits.ts';
import { type CallItem, CallRecorder } from '../../debugger/calls.ts';
import {
  type Database,
  MemoryDatabase,
  type MemoryDatabaseState,
} from '../../../lang/session/store.ts';

export type TestOptions = {
  readonly host: Omit<ReplHost, 'trace' | 'print'>;
  readonly room: Pick<ReplOptions, 'depthLimit' | 'nestingLimit' | 'loadLimit'>;
  readonly isInterrupted?: () => boolean;
  readonly isMemoryShort?: () => boolean;
  /** Whether to continue with the next transaction after an error. */
  readonly keepGoing: boolean;
  readonly colour: boolean;
  readonly coverage?: Coverage | undefined;
  /** The forms whose calls the report shows; default none. */
  readonly calls?: CallsChoice | undefined;
  /** Called with the gas of forms, functions and builtins when the script has ended; absent if that is not wanted. */
  readonly takeGas?: ((profile: GasProfile) => void) | undefined;
  /** Called during the run. */
  readonly tell?: ((event: RunEvent) => void) | undefined;
  /** The cache shared by the files of a run. */
  readonly programs?: ProgramCache | undefined;
  /** The property tests to run once the script has ended without error, and the listener for failures. */
  readonly fuzz?: FuzzChoice | undefined;
  /** The gas limit of a transaction on the chain that the code is for. */
  readonly gasLimit?: number | undefined;
  /** Whether modules may use builtins of Pact 4. */
  readonly pact4?: boolean;
  /** The gas limit of the whole file; exceeding it stops the file. */
  readonly fileGasLimit?: number | undefined;
  /** The problem to report for a file that `isInterrupted` has stopped; without it, `Interrupted` is thrown. */
  readonly interruption?: string | undefined;
  /** Cannot be combined with coverage and fuzz, which need complete runs. */
  readonly keepStates?: ((host: ReplHost, watcher: Watcher) => StateKeeper) | undefined;
};

export type FuzzChoice = {
  readonly plan: FuzzPlan;
  /** Whether a target that cannot be tested is a failure. */
  readonly strict: boolean;
  readonly found: (counterexamples: readonly Counterexample[]) => void;
};

/** A layer between a session and its host that starts the run from a state of an earlier one. */
export type StateKeeper = Pick<ReplOptions, 'afterForm'> & {
  readonly host: ReplHost;
  readonly runFile: (engine: ReplEngine, path: string) => void;
  /** Identities of all files that the run has read. */
  readonly files: ReadonlySet<string>;
};

export function runTestFile(file: string, options: TestOptions): FileReport {
  const { room, isInterrupted, isMemoryShort, keepGoing, colour, gasLimit, coverage } = options;
  const gasTotal = limitedTotal(options.fileGasLimit);
  const gas = chosenProfile(options);
  const now = options.host.now ?? (() => 0);
  const recorder = new RunRecorder({ colour, gas: gasTotal, gasLimit, now, tell: options.tell });
  const modules = new LoadedModules();
  let isRunning = true;
  const print: ReplHost['print'] = (span, text) => recorder.print(span, text);
  const reads = new Set<string>();
  const host = notingReads({ ...options.host, trace: undefined, print }, reads);
  const keeper = options.keepStates?.(host, recorder.watcher);
  const engine = new ReplEngine({
    // The recorder keeps the prints.
    host: keeper === undefined ? host : { ...keeper.host, print },
    ...(keeper?.afterForm !== undefined && { afterForm: keeper.afterForm }),
    ...room,
    makeDatabase: (state) =>
      new NoticingDatabase(
        (table) => recorder.noteScan(`${table.module.text}.${table.name}`),
        state,
      ),
    pact4: options.pact4 === true,
    gasTotal,
    gasProfile: gas.profile,
    coverage,
    watchers: callsWatchers(options.calls, recorder),
    programs: options.programs,
    observer: modules.observer(recorder.observer({ keepGoing }), () => isRunning),
    ...(isInterrupted !== undefined && { isInterrupted }),
    ...(isMemoryShort !== undefined && { isMemoryShort }),
  });
  recorder.watch(engine.expectations);
  modules.watch(engine);
  const start = now();
  const end = endOf(() => {
    if (keeper === undefined) engine.runFile(file, false, noSpan);
    else keeper.runFile(engine, file);
  });
  if (end.kind === 'error') recorder.takeError(end.error);
  const problem = end.kind === 'interrupted' ? problemOf(options, gasTotal) : undefined;
  isRunning = false;
  const blocks = [...recorder.blocks];
  const notices = [...recorder.notices, ...noticeOfCalls(file, recorder)];
  const milliGas = BigInt(gasTotal.used);
  gas.tell();
  // A failed script has no end state to test from.
  const tried = end.kind === 'done' ? fuzzed(file, engine, modules, options) : undefined;
  if (tried !== undefined) {
    blocks.push(...tried.blocks);
    notices.push(...tried.notices);
  }
  return {
    file,
    blocks,
    reads: [...(keeper?.files ?? reads)],
    notices,
    problem: problem === undefined ? undefined : `${problem}${placeText(recorder.reached)}`,
    durationMs: now() - start,
    milliGas,
  };
}

function noticeOfCalls(file: string, { callsLeftOut }: RunRecorder): readonly Notice[] {
  if (callsLeftOut === 0) return [];
  const text = `the calls of ${callsLeftOut} more forms are not shown`;
  return [{ place: { file, line: 1, column: 1 }, text }];
}

function chosenProfile({ takeGas }: TestOptions) {
  if (takeGas === undefined) return { profile: undefined, tell: () => undefined };
  const profile = new GasProfile();
  return { profile, tell: () => takeGas(profile) };
}

function fuzzed(
  file: string,
  engine: ReplEngine,
  modules: LoadedModules,
  { fuzz: choice, isInterrupted }: TestOptions,
): Pick<FileReport, 'blocks' | 'notices'> | undefined {
  if (choice === undefined) return undefined;
  const results = fuzzModules(engine, modules.written, { ...choice.plan, isInterrupted });
  choice.found(results.flatMap(({ counterexample }) => counterexample ?? []));
  const { block, notices } = fuzzReport(file, results, choice);
  return { blocks: results.length > 0 ? [block] : [], notices };
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

/** Exceeding the limit stops a file like an interruption: code cannot catch it. */
function limitedTotal(limit: number | undefined): GasTotal {
  if (limit === undefined) return new GasTotal();
  return new GasTotal(toMilliGas(BigInt(limit) * milliGasPerGas), () => {
    throw new Interrupted();
  });
}

type End =
  | { readonly kind: 'done' }
  | { readonly kind: 'error'; readonly error: EvalError }
  | { readonly kind: 'interrupted' };

function endOf(run: () => void): End {
  try {
    run();
    return { kind: 'done' };
  } catch (error) {
    if (isEvalError(error)) return { kind: 'error', error };
    if (error instanceof Interrupted) return { kind: 'interrupted' };
    throw error;
  }
}

function problemOf({ fileGasLimit, interruption }: TestOptions, gas: GasTotal): string {
  if (gas.isExceeded) return `used more than ${fileGasLimit} gas and was stopped (see --gas-limit)`;
  if (interruption === undefined) throw new Interrupted();
  return interruption;
}

function placeText(place: Place | undefined): string {
  return place === undefined ? '' : ` at ${place.file}:${place.line}`;
}

export type CallsChoice = 'failed' | 'all';

/** Adds the calls of forms to a report as long as there is room. */
export function callsWatchers(
  choice: CallsChoice | undefined,
  recorder: RunRecorder,
): readonly CallRecorder[] {
  if (choice === undefined) return [];
  let items: number = callLimits.itemsOfFile;
  let forms: number = callLimits.formsOfFile;
  const recording = new CallRecorder({
    failureCount: () => recorder.failureCount,
    ended(calls, span) {
      if (!calls.failed && (choice === 'failed' || calls.items.length === 0)) return;
      if (forms <= 0 || items <= 0) {
        recorder.leaveOutCalls();
        return;
      }
      forms--;
      items -= sizeOf(calls.items);
      recorder.takeCalls(calls, span);
    },
  });
  return [recording];
}

function sizeOf(items: readonly CallItem[]): number {
  let size = 0;
  for (const item of items) size += 1 + (item.kind === 'event' ? 0 : sizeOf(item.items));
  return size;
}

/**
 * The in-memory database with reports of scans: builtins that read all keys of a table cost so much gas on a chain that a
 * transaction can afford only few.
 */
class NoticingDatabase extends MemoryDatabase {
  private readonly onScan: (table: TableName) => void;

  constructor(onScan: (table: TableName) => void, goesOnFrom?: MemoryDatabaseState) {
    super({ writeOver: 'replace', keepsHistory: true, goesOnFrom });
    this.onScan = onScan;
  }

  override rowKeys(table: TableName): ReturnType<Database['rowKeys']> {
    this.onScan(table);
    return super.rowKeys(table);
  }
}
