// The state of a REPL and the running of sources in it: parse a file whole, look for shadowed natives, then run its forms one
// by one. What the REPL's own natives do stands in builtins/.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (interpretReplProgram, loadFile); sections 9.3 and 12.

import { Source, type Span } from '../base/span.ts';
import {
  GasMeter,
  Loaded,
  createMachine,
  type Machine,
  MemoryDatabase,
  Registry,
  boundedText,
  coreBuiltins,
  defaultEnvironment,
  errorText,
  evaluateTopLevel,
  findShadows,
  isEvalError,
  legacyBuiltins,
  parseProgram,
  prettyValueText,
  replHash,
  replModuleName,
  replSizes,
  resultText,
  shadowError,
  shadowText,
  syntaxError,
  type Database,
  type Def,
  type EvalError,
  FullyQualifiedName,
  type NativeTable,
  type PactValue,
  type ResolvedTopLevel,
  type TopLevel,
  type TopLevelResult,
} from '../lang/session/index.ts';
import type { ReplHost } from './host.ts';
import type { DebugFlag } from './debug/flags.ts';
import { traceResolved, traceWritten } from './debug/trace-form.ts';
import { documentsOf, functionDocumentation, nativeDocumentation } from './documentation.ts';
import { LegacyState } from './legacy-state.ts';
import { rejectReplNatives } from './module-natives.ts';
import { nativeTable, type Dialect, type NativeSets } from './natives.ts';
import { interactiveName, isPactFile, resolveLoad } from './paths.ts';
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
  /** Made anew by `(load file true)`. */
  readonly makeDatabase?: () => Database;
  /** How deep evaluation may nest on the JavaScript stack that this session runs on. */
  readonly depthLimit: number;
  /** How deep brackets may nest in a source. */
  readonly nestingLimit: number;
};

export class ReplEngine {
  readonly host: ReplHost;
  readonly machine: Machine;
  readonly meter = new GasMeter();
  readonly expectations = new Expectations();
  legacy = new LegacyState();
  /** What the trace shows of each form besides its value. */
  readonly debug = new Set<DebugFlag>();
  readonly sets: NativeSets;
  /** The transaction that begin-tx opened. */
  transaction: { readonly id: bigint; readonly label: string | undefined } | undefined = undefined;
  /** Whether modules may use the REPL's own natives. */
  nativesInModules = false;
  /** Modules that `typecheck` was asked for while there is no typechecker. */
  readonly notTypechecked: string[] = [];
  private readonly options: ReplOptions;
  readonly nativeTable: NativeTable;
  /** Documentation strings of loaded functions, by qualified name. */
  readonly documents = new Map<string, string>();
  private readonly warnings = new Warnings();
  private source = new Source(interactiveName, '');
  private dialect: Dialect = 'repl';
  /** Identities of the files being loaded, the outermost first. */
  private readonly loading: string[] = [];

  constructor(options: ReplOptions) {
    this.options = options;
    this.host = options.host;
    this.sets = {
      core: new Registry(coreBuiltins),
      repl: new Registry(replBuiltins(this)),
      legacy: new Registry([...legacyBuiltins, ...legacyReplBuiltins(this)]),
    };
    const { core, repl, legacy } = this.sets;
    const all = new Registry([...core.all(), ...repl.all(), ...legacy.all()]);
    const environment = defaultEnvironment(all);
    environment.warn = (warning) => this.warnings.add(warning);
    this.machine = createMachine({
      database: this.freshDatabase(),
      environment,
      depthLimit: options.depthLimit,
      codeSizes: replSizes,
    });
    this.nativeTable = nativeTable(this.sets, environment, () => this.dialect);
  }

  /** Runs a source; the first error ends it and is thrown as `EvalError` with the call stack. */
  run(source: Source, onResult: (result: FormResult, form: TopLevel) => void = ignore): void {
    const before = { source: this.source, dialect: this.dialect };
    this.source = source;
    this.dialect = isPactFile(source.name) ? 'pact' : 'repl';
    try {
      const forms = this.parse(source);
      this.refuseShadows(forms);
      for (const form of forms) onResult(this.runForm(form), form);
    } finally {
      this.source = before.source;
      this.dialect = before.dialect;
    }
  }

  /** A path as it stands in a `load`; relative to the file that runs. */
  load(path: string, reset: boolean, span: Span): void {
    this.runFile(resolveLoad(this.source.name, path), reset, span);
  }

  /** Runs a file under the path that messages will show. */
  runFile(path: string, reset: boolean, span: Span): void {
    const identity = this.host.identify(path);
    if (this.loading.includes(identity)) {
      this.machine.fail(
        'EvalError',
        { cause: `${path} is being loaded already: the loads go in a circle` },
        span,
      );
    }
    const answer = this.host.readFile(path);
    if (answer.kind === 'failure') {
      this.machine.fail(
        'UnknownException',
        { cause: `cannot load ${path}: ${answer.reason}` },
        span,
      );
    }
    if (reset) this.resetAll();
    if (isPactFile(path)) this.machine.loaded.clearTopLevelNames();
    this.loading.push(identity);
    try {
      this.run(new Source(path, answer.text));
    } finally {
      this.loading.pop();
    }
  }

  /** Forgets what a transaction ends with; functions and constants of the REPL stay. */
  endTransaction(): void {
    const before = this.machine.loaded;
    const loaded = new Loaded();
    for (const { name, def } of before.allDependencies()) {
      if (isReplName(name)) loaded.addDef(name, def);
    }
    for (const text of before.topLevelNames()) {
      const meaning = before.topLevelName(text);
      if (meaning !== undefined && isReplName(meaning.name)) loaded.addTopLevelName(text, meaning);
    }
    this.machine.reset(loaded);
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

  get currentSource(): Source {
    return this.source;
  }

  private runForm(form: TopLevel): FormResult {
    const result = this.evaluate(form);
    if (this.host.trace !== undefined) {
      const text = resultTextOf(result);
      if (text !== undefined) this.host.trace(form.span, text);
    }
    return result;
  }

  private evaluate(form: TopLevel): FormResult {
    const { machine } = this;
    const saved = machine.save();
    try {
      traceWritten(this.debug, form, (text) => this.trace(form.span, text));
      const documentation = nativeDocumentation(this, form);
      if (documentation !== undefined) return { kind: 'documentation', text: documentation };
      const result = evaluateTopLevel(machine, form, this.nativeTable, (resolved) => {
        if (!this.nativesInModules) rejectReplNatives(resolved);
        traceResolved(this.debug, resolved, (text) => this.trace(form.span, text));
        return this.answerName(resolved);
      });
      this.rememberDocuments(form, result);
      this.warnings.flush((text) => this.print(form.span, text));
      return result;
    } catch (error) {
      if (isEvalError(error)) machine.withStack(error);
      machine.restore(saved);
      throw error;
    }
  }

  /** The name of a function alone asks what it is. */
  private answerName(resolved: ResolvedTopLevel): FormResult | undefined {
    const text = functionDocumentation(this, resolved);
    return text === undefined ? undefined : { kind: 'documentation', text };
  }

  private rememberDocuments(form: TopLevel, result: FormResult): void {
    if (result.kind !== 'module' && result.kind !== 'repl-definition') return;
    const module = result.kind === 'module' ? result.name : replModuleName;
    for (const [name, text] of documentsOf(form)) {
      this.documents.set(`${module.text}.${name}`, text);
    }
  }

  private parse(source: Source): readonly TopLevel[] {
    const { value, diagnostics } = parseProgram(source, {
      dialect: this.dialect,
      nestingLimit: this.options.nestingLimit,
    });
    const first = diagnostics[0];
    if (first !== undefined) throw syntaxError(first);
    return value;
  }

  private refuseShadows(forms: readonly TopLevel[]): void {
    const shadows = findShadows(forms, this.nativeTable);
    for (const shadow of shadows) this.print(shadow.span, shadowText(shadow));
    const first = shadows[0];
    if (first !== undefined) throw shadowError(first);
  }

  private resetAll(): void {
    const { machine } = this;
    machine.database = this.freshDatabase();
    const fresh = defaultEnvironment(machine.environment.natives);
    Object.assign(machine.environment, { ...fresh, warn: machine.environment.warn });
    machine.reset(new Loaded());
    this.transaction = undefined;
    this.legacy = new LegacyState();
    this.meter.model = new GasMeter().model;
    this.meter.limit = undefined;
    this.meter.used = 0;
    this.updateMeter();
  }

  private freshDatabase(): Database {
    return this.options.makeDatabase?.() ?? new MemoryDatabase({ keepsHistory: true });
  }
}

export function resultTextOf(result: FormResult): string | undefined {
  if (result.kind === 'documentation') return result.text;
  if (result.kind !== 'value') return resultText(result);
  return isUnit(result.value) ? undefined : prettyValueText(result.value);
}

function isReplName({ module, hash }: FullyQualifiedName): boolean {
  return module.text === replModuleName.text && hash === replHash;
}

const isUnit = (value: PactValue): boolean => typeof value === 'object' && value.kind === 'unit';

const ignore = (): void => undefined;
