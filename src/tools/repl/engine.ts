// The state of a REPL, and the code that runs sources in it: a file is parsed completely, then its forms run one by one.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (interpretReplProgram, loadFile); sections 9.3 and 12.

import { Source, type Span } from '../../base/span.ts';
import {
  type GasMeter,
  Loaded,
  createMachine,
  type Machine,
  boundedText,
  defaultEnvironment,
  errorText,
  evaluateTopLevel,
  isEvalError,
  type EvalError,
  type LinesFrom,
  type ModuleData,
  type TransactionEnvironment,
  typecheckLoaded,
  replPartOf,
  unit,
} from '../../lang/session/run.ts';
import { Registry, type BuiltinTable } from '../../lang/session/extend.ts';
import {
  coreBuiltins,
  legacyBuiltins,
  replSizes,
  type CheckedModule,
  type ResolvedTopLevel,
  type TopLevel,
} from '../../lang/session/analyse.ts';
import type { EnvironmentParts } from './environment-parts.ts';
import {
  type MakeDatabase,
  type ReplHost,
  type ReplOptions,
  memoryDatabase,
  sessionHost,
} from './options.ts';
import type { OpenTransaction, ReplContext } from './context.ts';
import { type DebugFlag, traceResolved, traceWritten } from './trace-form.ts';
import {
  definitionDocumentation,
  pageAlone,
  rememberDocuments,
} from '../../script/pages/documentation.ts';
import { type Documents } from '../../script/pages/pages.ts';
import { errorOfForm } from './form-error.ts';
import { LegacyState } from './legacy-state.ts';
import { LoadStack, loadApart } from './load-apart.ts';
import { rejectReplBuiltins } from '../../script/builtins.ts';
import {
  dialectOf,
  namesOfBuiltins,
  builtinTable,
  type BuiltinSets,
  type Dialect,
} from '../../script/builtins.ts';
import { interactiveName, isPactFile, resolveLoad } from '../../script/files.ts';
import { isShipped } from '../../script/files.ts';
import { type FormResult, parseForms, refuseShadows } from './read-forms.ts';
import { Recovery } from './recovery.ts';
import { RunningFiles, type ResumedFile, type RunningFile } from './running-files.ts';
import { LastStep, ScriptChains } from './chains.ts';
import { Expectations } from './expectations.ts';
import { Warnings } from './warnings.ts';
import { meterFor, watchedForm, watchersOf, type SessionWatcher } from './watching.ts';
import { boundTo } from './builtins/define.ts';
import { builtinSetsFor, builtinsOfScripts } from './builtins/index.ts';
import { typesOf } from '../../script/builtins.ts';

export class ReplEngine implements ReplContext {
  readonly host: ReplHost;
  readonly machine: Machine;
  readonly meter: GasMeter;
  readonly expectations = new Expectations();
  legacy = new LegacyState();
  /** The parts of the trace of each form besides its value. */
  readonly debug = new Set<DebugFlag>();
  readonly sets: BuiltinSets;
  /** The transaction that begin-tx opened. */
  transaction: OpenTransaction | undefined = undefined;
  /** Whether modules may use the REPL's own builtins. */
  builtinsInModules = false;
  private readonly options: ReplOptions;
  private readonly watchers: readonly SessionWatcher[];
  readonly makeDatabase: MakeDatabase;
  readonly builtinTable: BuiltinTable;
  readonly linesFrom: LinesFrom | undefined;
  readonly documents: Documents = new Map();
  readonly warnings = new Warnings();
  /** The running files, outermost first. */
  readonly running = new RunningFiles(this);
  /** `undefined` for scripts that use one chain. */
  chainsOfScript: ScriptChains | undefined = undefined;
  /** Of the current chain. */
  lastStep = new LastStep();
  private source = new Source(interactiveName, '');
  private dialect: Dialect = 'repl';
  private readonly loading: LoadStack;
  private readonly recovery: Recovery;
  private readonly atLimit = (): void => this.machine.stopAtLimit();

  constructor(options: ReplOptions) {
    this.host = sessionHost(options.host);
    this.options = { ...options, host: this.host };
    this.linesFrom = options.linesFrom;
    this.sets = builtinSetsFor(options);
    this.makeDatabase = options.makeDatabase ?? memoryDatabase;
    this.recovery = new Recovery(this, options.observer);
    this.loading = new LoadStack(options.loadLimit ?? 20, this.atLimit);
    const own = builtinsOfScripts.map((builtin) => boundTo(this, builtin));
    const all = new Registry([...coreBuiltins, ...legacyBuiltins, ...own]);
    const environment = defaultEnvironment(all);
    environment.warn = (warning, span) => this.warnings.add(warning, span);
    this.watchers = watchersOf(this.options);
    this.meter = meterFor(this.watchers, options.gasSchedule);
    options.gasProfile?.nameBuiltins(namesOfBuiltins(all.all()));
    this.machine = createMachine(
      {
        database: this.makeDatabase(),
        environment,
        depthLimit: options.depthLimit,
        codeSizes: replSizes,
        code: options.programs?.codeOfSession(),
        ...(options.isInterrupted !== undefined && { isInterrupted: options.isInterrupted }),
        ...(options.isMemoryShort !== undefined && { isMemoryShort: options.isMemoryShort }),
      },
      this.watchers,
    );
    this.updateMeter();
    this.builtinTable = builtinTable(this.sets, environment, () => this.dialect);
  }

  /** Runs a source; the first error ends it and is thrown as `EvalError` with the call stack. */
  run(source: Source, onResult: OnResult = ignore): void {
    const { source: parsed, forms } = parseForms(source, this.options, this.atLimit);
    this.runParsed(parsed, forms, onResult);
  }

  /** Runs forms of a source that was parsed before. */
  runParsed(source: Source, forms: readonly TopLevel[], onResult: OnResult = ignore): void {
    this.within(source, () => this.runForms(forms, onResult));
  }

  /** Loads a file. `path`: as written in `load`, relative to the running file. */
  load(path: string, reset: boolean, span: Span): void {
    const composed = resolveLoad(this.source.name, path);
    const plain = isShipped(composed) ? composed : this.host.plainPath?.(composed);
    this.runFile(plain ?? composed, reset, span, composed);
  }

  /** Messages show `path`, but that of a file that cannot be loaded, which scripts match on, the one that no host changed. */
  runFile(path: string, reset: boolean, span: Span, composed = path): void {
    const identity = this.host.identify(path);
    const answer = this.loading.refusal(path, identity) ?? this.host.readFile(path);
    if (answer.kind === 'failure') {
      this.machine.fail('LoadFailure', { file: composed, cause: answer.reason }, span);
    }
    if (reset) this.resetAll();
    loadApart(this, path, span, () => this.runText(path, identity, answer.text, span));
  }

  private runText(path: string, identity: string, text: string, span: Span): void {
    const observer = isShipped(path) ? undefined : this.options.observer;
    if (isPactFile(path)) this.machine.loaded.clearTopLevelNames();
    observer?.fileBegan(path, identity, span, this.chainsOfScript !== undefined);
    try {
      this.loading.within(path, identity, () => this.run(new Source(path, text)));
    } finally {
      observer?.fileEnded();
    }
  }

  /**
   * Continues in files, outermost first, after the forms that a session in the same state has run. The last form started
   * in each file loads the next file.
   */
  resume([file, ...inner]: readonly ResumedFile[]): void {
    if (file === undefined) return;
    const { source, identity } = file;
    this.loading.within(source.name, identity, () => {
      this.within(source, () => this.continueForms(file, inner, ignore));
    });
  }

  /** Clears the state that ends with a transaction; functions and constants of the REPL stay. */
  endTransaction(how: 'committed' | 'rolled back'): void {
    this.lastStep.endTransaction(how, this.machine.defPactExec);
    this.machine.reset(replPartOf(this.machine.loaded));
    this.transaction = undefined;
    this.options.observer?.transactionEnded();
  }

  beginTransaction(label: string | undefined, span: Span): void {
    const id = this.machine.database.begin();
    if (id !== undefined) this.lastStep.beginTransaction(this.machine.defPactExec);
    // A failed begin-tx also clears the label of the open transaction.
    this.transaction = id === undefined ? undefined : { id, label };
    if (id !== undefined) this.options.observer?.transactionBegan(label, span);
  }

  /** Updates the meter: the machine meters only while there is a limit. */
  updateMeter(): void {
    this.machine.meter = this.meter.active;
  }

  trace(span: Span, text: string): void {
    this.host.trace?.(span, text);
  }

  print(span: Span, text: string): void {
    this.host.print(span, text);
  }

  /** Returns the text of an error for tests and people; a script may switch to the texts of a chain. */
  textOf(error: EvalError): string {
    return this.legacy.simulateOnChain ? boundedText(error) : errorText(error);
  }

  get environment(): TransactionEnvironment {
    return this.machine.environment;
  }

  get environmentOfForm(): EnvironmentParts | undefined {
    return this.running.environmentOfForm;
  }

  get chains(): ScriptChains {
    return (this.chainsOfScript ??= new ScriptChains(this));
  }

  get makeProofs(): ReplHost['makeChainProofs'] {
    return this.host.makeChainProofs;
  }

  get now(): (() => number) | undefined {
    return this.host.now;
  }

  typecheck(module: ModuleData): CheckedModule {
    const { depthLimit } = this.options;
    return typecheckLoaded(this.machine, module, { ...typesOf(this.sets), depthLimit });
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

  private runForms(forms: readonly TopLevel[], onResult: OnResult): void {
    refuseShadows(forms, this.builtinTable, (span, text) => this.print(span, text));
    const { source, machine } = this;
    const { flags } = machine.environment;
    const isReplayable = machine.stack === undefined && this.running.isBetweenForms;
    const { depth } = machine.save();
    const { transaction: within } = this;
    const file = { source, forms, begun: 0, depth, flags, isReplayable, within };
    this.continueForms(file, [], onResult);
  }

  private continueForms(
    file: RunningFile,
    inner: readonly ResumedFile[],
    onResult: OnResult,
  ): void {
    const { forms, begun, depth } = file;
    this.running.enter(file);
    try {
      this.machine.setDepth(depth);
      let at = begun;
      if (inner.length > 0) {
        const resume = (): FormResult => this.resumeLoad(inner, depth);
        at = this.advance(file, begun - 1, onResult, resume);
      }
      while (at < forms.length) {
        this.running.begin(at);
        at = this.advance(file, at, onResult);
      }
    } finally {
      this.running.leave();
    }
  }

  /** Runs a form and returns the index of the next one. */
  private advance(
    file: RunningFile,
    at: number,
    onResult: OnResult,
    run?: () => FormResult,
  ): number {
    const form = file.forms[at] as TopLevel;
    try {
      onResult(this.runForm(form, run), form);
      this.options.afterForm?.();
      return at + 1;
    } catch (error) {
      return this.recovery.formAfter(error, file, at);
    }
  }

  /** Completes a form that loads a file. */
  private resumeLoad(files: readonly ResumedFile[], depth: number): FormResult {
    this.resume(files);
    this.machine.setDepth(depth);
    return { kind: 'value', value: unit };
  }

  private runForm(form: TopLevel, run = () => this.evaluateForm(form)): FormResult {
    return watchedForm(this.watchers, form.span, () => this.observed(form, run));
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
    this.meter.runs(form.span);
    const saved = machine.save();
    const { loaded } = machine;
    try {
      const result = run();
      this.lastStep.note(machine.defPactExec);
      this.chainsOfScript?.formEnded(true);
      return result;
    } catch (thrown) {
      this.chainsOfScript?.formEnded(false);
      const error = errorOfForm(this, thrown, form);
      machine.restore(saved);
      // Attempts within the form undo their layers only for errors.
      if (!isEvalError(error)) machine.loaded = loaded;
      throw error;
    }
  }

  private evaluateForm(form: TopLevel): FormResult {
    traceWritten(this.debug, form, (text) => this.trace(form.span, text));
    const page = pageAlone(form, this);
    if (page !== undefined) return { kind: 'documentation', text: page };
    const inspect = (resolved: ResolvedTopLevel): FormResult | undefined => {
      if (!this.builtinsInModules) rejectReplBuiltins(resolved, this.sets.ofScripts);
      if (resolved.kind === 'module') {
        for (const watcher of this.watchers) watcher.moduleResolved?.(resolved.module);
      }
      traceResolved(this.debug, resolved, (text) => this.trace(form.span, text));
      return this.answerName(resolved);
    };
    const { machine, builtinTable } = this;
    const known = this.options.programs?.modules;
    const result = evaluateTopLevel(machine, form, builtinTable, inspect, known);
    rememberDocuments(this.documents, form, result);
    this.warnings.flush((text, span) => this.print(span, text));
    return result;
  }

  /** Returns the text for a form that is only the name of a definition. */
  private answerName(resolved: ResolvedTopLevel): FormResult | undefined {
    const text = definitionDocumentation(resolved, this, this.options);
    return text === undefined ? undefined : { kind: 'documentation', text };
  }

  private resetAll(): void {
    const { machine } = this;
    machine.database = this.makeDatabase();
    const { builtins, warn } = machine.environment;
    Object.assign(machine.environment, { ...defaultEnvironment(builtins), warn });
    machine.reset(new Loaded());
    this.transaction = undefined;
    this.chainsOfScript = undefined;
    this.lastStep = new LastStep();
    this.legacy = new LegacyState();
    this.meter.reset();
    this.updateMeter();
  }
}

type OnResult = (result: FormResult, form: TopLevel) => void;

const ignore = (): void => undefined;
