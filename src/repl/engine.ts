// The state of a REPL and the running of sources in it: parse a file whole, look for shadowed natives, then run its forms one
// by one. What the REPL's own natives do stands in builtins/.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (interpretReplProgram, loadFile); sections 9.3 and 12.

import { noSpan, Source, type Span } from '../base/span.ts';
import {
  EvalError,
  GasMeter,
  Loaded,
  Machine,
  MemoryDatabase,
  Registry,
  coreBuiltins,
  defaultEnvironment,
  defName,
  evaluateTopLevel,
  fail,
  findShadows,
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
  type NativeTable,
  type PactValue,
  type TopLevel,
  type TopLevelResult,
} from '../lang/session/index.ts';
import type { ReplHost } from './host.ts';
import { documentationOf } from './documentation.ts';
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

export type ReplOptions = {
  readonly host: ReplHost;
  /** Made anew by `(load file true)`. */
  readonly makeDatabase?: () => Database;
  /** How deep evaluation may nest on the JavaScript stack that this session runs on. */
  readonly depthLimit: number;
  /** How deep brackets may nest in a source. */
  readonly nestingLimit: number;
};

export type DebugFlag = 'lexer' | 'parser' | 'desugar';

export class ReplEngine {
  readonly host: ReplHost;
  readonly machine: Machine;
  readonly meter = new GasMeter();
  readonly expectations = new Expectations();
  readonly legacy = new LegacyState();
  readonly debugFlags = new Set<DebugFlag>();
  readonly sets: NativeSets;
  /** The transaction that begin-tx opened. */
  transaction: { readonly id: bigint; readonly label: string | undefined } | undefined = undefined;
  /** Whether modules may use the REPL's own natives. */
  nativesInModules = false;
  /** Modules that `typecheck` was asked for while there is no typechecker. */
  readonly notTypechecked: string[] = [];
  private readonly options: ReplOptions;
  readonly nativeTable: NativeTable;
  private readonly warnings = new Warnings();
  private source = new Source(interactiveName, '');
  private dialect: Dialect = 'repl';
  /** Identities of the files being loaded, the outermost first. */
  private readonly loading: string[] = [];
  private readonly documents = new Map<string, string>();

  constructor(options: ReplOptions) {
    this.options = options;
    this.host = options.host;
    this.sets = {
      core: new Registry(coreBuiltins),
      repl: new Registry(replBuiltins(() => this)),
      legacy: new Registry([...legacyBuiltins, ...legacyReplBuiltins(() => this)]),
    };
    const { core, repl, legacy } = this.sets;
    const all = new Registry([...core.all(), ...repl.all(), ...legacy.all()]);
    const environment = defaultEnvironment(all);
    environment.warn = (warning) => this.warnings.add(warning);
    this.machine = new Machine({
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
      this.machine.fail('EvalError', { cause: `${path} is being loaded already: the loads go in a circle` }, span);
    }
    const answer = this.host.readFile(path);
    if (answer.kind === 'failure') {
      this.machine.fail('UnknownException', { cause: `cannot load ${path}: ${answer.reason}` }, span);
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
    const loaded = new Loaded();
    for (const { name, def } of this.machine.loaded.allDependencies()) {
      if (name.module.text !== replModuleName.text || name.hash !== replHash) continue;
      loaded.addDef(name, def);
      loaded.addTopLevelName(defName(def), { name, def: def.kind });
    }
    this.machine.reset(loaded);
  }

  /** The machine meters only while there is a limit. */
  updateMeter(): void {
    this.machine.meter = this.meter.active;
  }

  trace(span: Span, text: string): void {
    this.host.trace(span, text);
  }

  print(span: Span, text: string): void {
    this.host.print(span, text);
  }

  get currentSource(): Source {
    return this.source;
  }

  private runForm(form: TopLevel): FormResult {
    const result = this.evaluate(form);
    const text = resultTextOf(result);
    if (text !== undefined) this.trace(form.span, text);
    return result;
  }

  private evaluate(form: TopLevel): FormResult {
    const { machine } = this;
    const saved = machine.save();
    try {
      const documentation = documentationOf(this, form, this.nativeTable);
      if (documentation !== undefined) return { kind: 'documentation', text: documentation };
      const result = evaluateTopLevel(machine, form, this.nativeTable, (prepared) => {
        if (!this.nativesInModules) rejectReplNatives(prepared);
      });
      this.warnings.flush((text) => this.print(form.span, text));
      return result;
    } catch (error) {
      if (error instanceof EvalError) machine.withStack(error);
      machine.restore(saved);
      throw error;
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

const isUnit = (value: PactValue): boolean => typeof value === 'object' && value.kind === 'unit';

const ignore = (): void => undefined;
