// The state of a REPL and the running of sources in it: a file is parsed whole, then its forms run one by one.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (interpretReplProgram, loadFile); sections 9.3 and 12.

import { Deferred } from '../base/deferred.ts';
import { Source, type Span } from '../base/span.ts';
import {
  type GasMeter,
  type GasProfile,
  type GasTotal,
  meterFor,
  Loaded,
  createMachine,
  type Machine,
  type ProgramCache,
  Registry,
  boundedText,
  coreBuiltins,
  defaultEnvironment,
  errorText,
  evaluateTopLevel,
  isEvalError,
  legacyBuiltins,
  replSizes,
  type Coverage,
  type Def,
  type EvalError,
  FullyQualifiedName,
  type NativeTable,
  type ResolvedTopLevel,
  type TopLevel,
  type TopLevelResult,
  replPartOf,
  unit,
} from '../lang/session/index.ts';
import type { ReplHost } from './host.ts';
import type { DebugFlag } from './debug/flags.ts';
import { traceResolved, traceWritten } from './debug/trace-form.ts';
import { functionDocumentation, nativeDocumentation, rememberDocuments } from './documentation.ts';
import { errorOfForm } from './form-error.ts';
import { LegacyState } from './legacy-state.ts';
import { memoryDatabase, type MakeDatabase } from './make-database.ts';
import { LoadStack } from './load-stack.ts';
import { rejectReplNatives } from './module-natives.ts';
import { dialectOf, namesOfNatives, nativeTable } from './natives.ts';
import type { Dialect, NativeSets } from './natives.ts';
import { nextTransaction, type RunObserver } from './observer.ts';
import { interactiveName, isPactFile, resolveLoad } from './paths.ts';
import { parseForms, refuseShadows } from './read-forms.ts';
import { resultTextOf } from './result-text.ts';
import { RunningFiles, type ResumedFile, type RunningFile } from './running-files.ts';
import { Expectations } from './tests.ts';
import { Warnings } from './warnings.ts';
import { legacyReplBuiltins, replBuiltins } from './builtins/index.ts';

/** How a form ended, as the trace shows it. */
export type FormResult =
  | TopLevelResult
  /** A bare native or function: its documentation. */
  | { readonly kind: 'documentation'; readonly text: string };

type TopLevelReference = Pick<FullyQualifiedName, 'module' | 'hash'> & { readonly text: string };

export type ReplOptions = {
  readonly host: ReplHost;
  /** Made anew by `(load file true)`, and where a session goes on from the state of another one. */
  readonly makeDatabase?: MakeDatabase;
  /** How deep evaluation may nest on the JavaScript stack that this session runs on. */
  readonly depthLimit: number;
  /** How deep brackets may nest in a source. */
  readonly nestingLimit: number;
  /** How many files may be loaded one inside the other; 20 where nothing is said, which every stack holds. */
  readonly loadLimit?: number;
  /** Asked now and then; evaluation ends with `Interrupted` once it says yes. */
  readonly isInterrupted?: () => boolean;
  /** Asked now and then; evaluation ends with an error once it says yes. */
  readonly isMemoryShort?: () => boolean;
  /** Called instead of failing where one of these limits is reached. */
  readonly beyondLimit?: () => never;
  readonly observer?: RunObserver;
  /** What things cost; today's prices by default. */
  readonly gasSchedule?: GasMeter['schedule'];
  /** Told of every call and charge, or of the sum; what a program answers stays the same. */
  readonly gasProfile?: GasProfile | undefined;
  readonly gasTotal?: GasTotal;
  /** Counts what runs; the same holds. */
  readonly coverage?: Coverage | undefined;
  /** What this session shares with others of the process; results and charges stay the same. */
  readonly programs?: ProgramCache | undefined;
  /** Called whenever a form of a file has ended well. */
  readonly afterForm?: () => void;
};

export class ReplEngine {
  readonly host: ReplHost;
  readonly machine: Machine;
  readonly meter: GasMeter;
  readonly expectations = new Expectations();
  legacy = new LegacyState();
  /** What the trace shows of each form besides its value. */
  readonly debug = new Set<DebugFlag>();
  readonly sets: NativeSets;
  /** The transaction that begin-tx opened. */
  transaction: { readonly id: bigint; readonly label: string | undefined } | undefined = undefined;
  /** Whether modules may use the REPL's own natives. */
  nativesInModules = false;
  private readonly options: ReplOptions;
  readonly makeDatabase: MakeDatabase;
  readonly limits: { readonly depthLimit: number; readonly beyondLimit: (() => never) | undefined };
  readonly nativeTable: NativeTable;
  /** Documentation strings of loaded functions, by name, of every module by its full name. */
  readonly documents = new Map<string, Deferred<ReadonlyMap<string, string>>>();
  /** What modules may use only if a script allows it. */
  readonly ofRepl: Registry;
  readonly warnings = new Warnings();
  /** The files whose forms run, the outermost first. */
  readonly running = new RunningFiles(this);
  private source = new Source(interactiveName, '');
  private dialect: Dialect = 'repl';
  private readonly loading: LoadStack;

  constructor(options: ReplOptions) {
    this.options = options;
    this.host = options.host;
    this.makeDatabase = options.makeDatabase ?? memoryDatabase;
    this.limits = { depthLimit: options.depthLimit, beyondLimit: options.beyondLimit };
    this.loading = new LoadStack(options.loadLimit ?? 20, options.beyondLimit);
    const repl = replBuiltins(this);
    const legacyRepl = legacyReplBuiltins(this);
    this.ofRepl = new Registry([...repl, ...legacyRepl]);
    this.sets = {
      core: new Registry(coreBuiltins),
      repl: new Registry(repl),
      legacy: new Registry([...legacyBuiltins, ...legacyRepl]),
    };
    const all = new Registry([...coreBuiltins, ...legacyBuiltins, ...this.ofRepl.all()]);
    const environment = defaultEnvironment(all);
    environment.warn = (warning, span) => this.warnings.add(warning, span);
    this.meter = meterFor(options.gasProfile ?? options.gasTotal, options.gasSchedule);
    options.gasProfile?.nameNatives(namesOfNatives(all.all()));
    this.machine = createMachine(
      {
        database: this.makeDatabase(),
        environment,
        depthLimit: options.depthLimit,
        codeSizes: replSizes,
        code: options.programs?.codeOfSession(),
        ...(options.isInterrupted !== undefined && { isInterrupted: options.isInterrupted }),
        ...(options.isMemoryShort !== undefined && { isMemoryShort: options.isMemoryShort }),
        ...(options.beyondLimit !== undefined && { beyondLimit: options.beyondLimit }),
      },
      options,
    );
    this.updateMeter();
    this.nativeTable = nativeTable(this.sets, environment, () => this.dialect);
  }

  /** Runs a source; the first error ends it and is thrown as `EvalError` with the call stack. */
  run(source: Source, onResult: (result: FormResult, form: TopLevel) => void = ignore): void {
    const { source: parsed, forms } = parseForms(source, this.options);
    this.runParsed(parsed, forms, onResult);
  }

  /** Runs forms of a source that was parsed before. */
  runParsed(
    source: Source,
    forms: readonly TopLevel[],
    onResult: (result: FormResult, form: TopLevel) => void = ignore,
  ): void {
    this.within(source, () => this.runForms(forms, onResult));
  }

  /** A path as it stands in a `load`; relative to the file that runs. */
  load(path: string, reset: boolean, span: Span): void {
    this.runFile(resolveLoad(this.source.name, path, this.host.plainPath), reset, span);
  }

  /** Runs a file under the path that messages will show. */
  runFile(path: string, reset: boolean, span: Span): void {
    const identity = this.host.identify(path);
    const refusal = this.loading.refusal(path, identity);
    if (refusal !== undefined) {
      this.machine.fail('LoadFailure', { file: path, cause: refusal }, span);
    }
    const answer = this.host.readFile(path);
    if (answer.kind === 'failure') {
      this.machine.fail('LoadFailure', { file: path, cause: answer.reason }, span);
    }
    if (reset) this.resetAll();
    if (isPactFile(path)) this.machine.loaded.clearTopLevelNames();
    this.loading.enter(path, identity);
    this.options.observer?.fileBegan(path, identity, span);
    try {
      this.run(new Source(path, answer.text));
    } finally {
      this.loading.leave();
      this.options.observer?.fileEnded();
    }
  }

  /**
   * Goes on within files, the outermost first, of which a session in the same state has run all
   * forms but the last ones; the last form begun of every file loads the next file.
   */
  resume([file, ...inner]: readonly ResumedFile[]): void {
    if (file === undefined) return;
    const { source, identity } = file;
    this.loading.enter(source.name, identity);
    try {
      this.within(source, () => this.continueForms(file, inner, ignore));
    } finally {
      this.loading.leave();
    }
  }

  /** Forgets what a transaction ends with; functions and constants of the REPL stay. */
  endTransaction(): void {
    this.machine.reset(replPartOf(this.machine.loaded));
    this.transaction = undefined;
    this.options.observer?.transactionEnded();
  }

  beginTransaction(label: string | undefined, span: Span): void {
    const id = this.machine.database.begin();
    // A begin that fails also forgets the label of the transaction that is open.
    this.transaction = id === undefined ? undefined : { id, label };
    if (id !== undefined) this.options.observer?.transactionBegan(label, span);
  }

  /** The machine meters only while there is a limit. */
  updateMeter(): void {
    this.machine.meter = this.meter.active;
  }

  trace(span: Span, text: string): void {
    this.host.trace?.(span, text);
  }

  print(span: Span, text: string): void {
    this.host.print(span, text);
  }

  /** An error as tests match on it and people read it; a script may ask for the text of a chain. */
  textOf(error: EvalError): string {
    return this.legacy.simulateOnChain ? boundedText(error) : errorText(error);
  }

  definition({ module, text, hash }: TopLevelReference): Def | undefined {
    return this.machine.loaded.def(new FullyQualifiedName(module, text, hash));
  }

  private within(source: Source, action: () => void): void {
    const before = { source: this.source, dialect: this.dialect };
    this.source = source;
    this.dialect = dialectOf(source);
    try {
      action();
    } finally {
      this.source = before.source;
      this.dialect = before.dialect;
    }
  }

  private runForms(
    forms: readonly TopLevel[],
    onResult: (result: FormResult, form: TopLevel) => void,
  ): void {
    refuseShadows(this, forms);
    const { source, machine } = this;
    const { flags } = machine.environment;
    const isReplayable = machine.stack === undefined && this.running.isBetweenForms;
    const { depth } = machine.save();
    this.continueForms({ source, forms, begun: 0, depth, flags, isReplayable }, [], onResult);
  }

  private continueForms(
    file: RunningFile,
    inner: readonly ResumedFile[],
    onResult: (result: FormResult, form: TopLevel) => void,
  ): void {
    const { forms, begun, depth } = file;
    this.running.enter(file);
    try {
      this.machine.setDepth(depth);
      const opened = forms[begun - 1];
      if (inner.length > 0 && opened !== undefined) {
        const result = this.runForm(opened, () => this.resumeLoad(inner, depth));
        onResult(result, opened);
        this.options.afterForm?.();
      }
      for (let at = begun; at < forms.length; at++) {
        const form = forms[at] as TopLevel;
        this.running.begin(at);
        try {
          onResult(this.reportedForm(form), form);
          this.options.afterForm?.();
        } catch (error) {
          at = this.recover(error, forms, at) - 1;
        }
      }
    } finally {
      this.running.leave();
    }
  }

  /** What is left of a form that loads a file. */
  private resumeLoad(files: readonly ResumedFile[], depth: number): FormResult {
    this.resume(files);
    this.machine.setDepth(depth);
    return { kind: 'value', value: unit };
  }

  /** Where to go on after an error; unless an observer wants to, the error ends the run. */
  private recover(error: unknown, forms: readonly TopLevel[], at: number): number {
    const recovered = this.options.observer?.recovered;
    if (recovered === undefined || !isEvalError(error)) throw error;
    const next = nextTransaction(forms, at + 1);
    this.meter.forgetExcess();
    recovered(error, { forms: forms.slice(at + 1, next), resumesAt: forms[next]?.span });
    if (this.machine.database.rollback() !== undefined) this.endTransaction();
    return next;
  }

  private reportedForm(form: TopLevel): FormResult {
    const { gasProfile } = this.options;
    if (gasProfile === undefined) return this.runForm(form);
    return gasProfile.form(form.span, () => this.runForm(form));
  }

  private runForm(form: TopLevel, run = () => this.evaluateForm(form)): FormResult {
    const result = this.observed(form, run);
    if (this.host.trace !== undefined) {
      const text = resultTextOf(result);
      if (text !== undefined) this.host.trace(form.span, text);
    }
    return result;
  }

  private observed(form: TopLevel, run: () => FormResult): FormResult {
    const { observer } = this.options;
    if (observer === undefined) return this.evaluate(form, run);
    observer.formBegan(form);
    try {
      return this.evaluate(form, run);
    } finally {
      observer.formEnded(form);
    }
  }

  private evaluate(form: TopLevel, run: () => FormResult): FormResult {
    const { machine } = this;
    const saved = machine.save();
    const { loaded } = machine;
    try {
      return run();
    } catch (thrown) {
      const error = errorOfForm(this, thrown, form);
      machine.restore(saved);
      // Attempts within the form undo their layers for errors only.
      if (!isEvalError(error)) machine.loaded = loaded;
      throw error;
    }
  }

  private evaluateForm(form: TopLevel): FormResult {
    traceWritten(this.debug, form, (text) => this.trace(form.span, text));
    const documentation = nativeDocumentation(this, form);
    if (documentation !== undefined) return { kind: 'documentation', text: documentation };
    const inspect = (resolved: ResolvedTopLevel): FormResult | undefined => {
      if (!this.nativesInModules) rejectReplNatives(resolved, this.ofRepl);
      if (resolved.kind === 'module') this.options.coverage?.declare(resolved.module);
      traceResolved(this.debug, resolved, (text) => this.trace(form.span, text));
      return this.answerName(resolved);
    };
    const { machine, nativeTable, options } = this;
    const result = evaluateTopLevel(machine, form, nativeTable, inspect, options.programs?.modules);
    rememberDocuments(this, form, result);
    this.warnings.flush((text, span) => this.print(span, text));
    return result;
  }

  /** The name of a function alone asks what it is. */
  private answerName(resolved: ResolvedTopLevel): FormResult | undefined {
    const text = functionDocumentation(this, resolved);
    return text === undefined ? undefined : { kind: 'documentation', text };
  }

  private resetAll(): void {
    const { machine } = this;
    machine.database = this.makeDatabase();
    const { natives, warn } = machine.environment;
    Object.assign(machine.environment, { ...defaultEnvironment(natives), warn });
    machine.reset(new Loaded());
    this.transaction = undefined;
    this.legacy = new LegacyState();
    this.meter.reset();
    this.updateMeter();
  }
}

const ignore = (): void => undefined;
