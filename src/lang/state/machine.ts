// The mutable state of one evaluation: loaded modules, granted capabilities, emitted events, the call stack; and the
// few operations that every part of evaluation needs. Terms are evaluated in src/lang/eval.
// Source: Environment/Types.hs (EvalState), IR/Eval/CEK.

import { whileAsking } from '../../base/interruption.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { noSpan, type Span } from '../../base/span.ts';
import { Loaded } from '../core/model/loaded.ts';
import type { DefPactExec } from '../core/model/defpact.ts';
import type { CodeSizes } from '../core/size/term-size.ts';
import type { Database } from '../db/database.ts';
import { EvalError, evalError, type ErrorData, type ErrorName } from '../diagnostics/error.ts';
import type { GasMeter } from '../gas/meter.ts';
import type { CallKind } from '../gas/profile.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { ModuleName } from '../values/names.ts';
import { prettyValue } from '../values/text/pretty.ts';
import { ValueTooLarge } from '../values/value-too-large.ts';
import type { PactValue } from '../values/value.ts';
import { ActiveNames, type StackFrame, frameViews } from './stack.ts';
import { noCapabilities, type CapabilityState } from './capabilities.ts';
import { topContext, type Context, type Purity } from './context.ts';
import type { TransactionEnvironment } from './environment.ts';
import type { ExecutionFlag } from './flags.ts';
import type { Attempted, Builtin, failed } from './builtin.ts';
import {
  Interrupted,
  type IsInterrupted,
  callsBetweenChecks,
  itemsBetweenChecks,
  itemsBetweenLooks,
  itemsOfCall,
} from './limits.ts';
import {
  describedCall,
  isClosure,
  typeWord,
  type Closure,
  type Local,
  type MachineValue,
} from './value.ts';
import {
  type CompileBody,
  type CompileTried,
  type CompiledCode,
  type CompiledFunction,
  sharedCode,
} from './code.ts';

export type PactEvent = {
  readonly name: string;
  readonly params: readonly PactValue[];
  readonly module: ModuleName;
  readonly moduleHash: Hash;
};

/** The state of a machine between top-level forms, apart from database, gas and its options. */
export type MachineState = {
  readonly environment: Omit<TransactionEnvironment, 'builtins' | 'spv' | 'warn'>;
  readonly loaded: Loaded;
  readonly capabilities: CapabilityState;
  readonly events: readonly PactEvent[];
  readonly defPactExec: DefPactExec | undefined;
};

/** The state restored when an error is caught: capabilities and call stack, but not events or gas. */
export type SavedState = {
  readonly capabilities: CapabilityState;
  readonly stack: StackFrame | undefined;
  readonly depth: number;
};

export type ApplyClosure = (
  machine: Machine,
  closure: Closure,
  args: readonly MachineValue[],
) => MachineValue;

/** A call of a function or builtin, as watchers see it. */
export type WatchedCall = {
  readonly kind: CallKind;
  /** The qualified name; for a builtin, the internal name. */
  readonly name: string;
  /** Where a function is defined, or a builtin is called. */
  readonly span: Span;
  readonly args: readonly MachineValue[];
};

/** Is notified of every call and event (watching.ts). */
export type MachineWatch = {
  readonly during: <T extends Attempted>(call: WatchedCall, run: () => T) => T;
  readonly emitted: (event: PactEvent) => void;
};

export type MachineOptions = {
  /** Compiles terms (compile.ts). A parameter, as is `applyClosure`: evaluation depends on its state, not the reverse. */
  readonly compile: CompileBody;
  /** Compiles tried code (tried.ts); absent if a watcher observes every term. */
  readonly compileTried?: CompileTried | undefined;
  /** Applies a closure to arguments (calls/apply.ts). */
  readonly applyClosure: ApplyClosure;
  readonly watch?: MachineWatch | undefined;
  /** Code compiled earlier. By default shared by all machines. */
  readonly code?: CompiledCode | undefined;
  readonly database: Database;
  readonly environment: TransactionEnvironment;
  /** The number of nested evaluation steps that fit on the current JavaScript stack. */
  readonly depthLimit: number;
  /** The sizes of positions and builtins for gas: a REPL stores more than a chain. */
  readonly codeSizes: CodeSizes;
  /** Evaluation ends with `Interrupted` once it returns true. */
  readonly isInterrupted?: IsInterrupted;
  /** Called regularly; evaluation ends with an error once it returns true. */
  readonly isMemoryShort?: () => boolean;
};

export class Machine {
  database: Database;
  environment: TransactionEnvironment;
  /** `undefined` while gas is not metered. */
  meter: GasMeter | undefined = undefined;
  loaded = new Loaded();
  capabilities: CapabilityState = noCapabilities;
  /** Oldest first. */
  events: PactEvent[] = [];
  defPactExec: DefPactExec | undefined = undefined;
  stack: StackFrame | undefined = undefined;
  readonly compile: CompileBody;
  readonly compileTried: CompileTried | undefined;
  readonly applyClosure: ApplyClosure;
  readonly watch: MachineWatch | undefined;
  readonly code: CompiledCode;
  readonly codeSizes: CodeSizes;
  private readonly depthLimit: number;
  private readonly isInterrupted: IsInterrupted | undefined;
  private readonly isMemoryShort: (() => boolean) | undefined;
  private callsUntilCheck = callsBetweenChecks;
  private itemsUntilCheck = itemsBetweenChecks;
  private itemsUntilLook = itemsBetweenLooks;
  private depth = 0;
  /** Kept between evaluations, so that results which code has remembered for a context stay valid. */
  private readonly contexts = new Map<Purity, Context>();
  /** Qualified names of the functions on the stack. */
  readonly active = new ActiveNames();

  constructor(options: MachineOptions) {
    this.database = options.database;
    this.environment = options.environment;
    this.depthLimit = options.depthLimit;
    this.isInterrupted = options.isInterrupted;
    this.isMemoryShort = options.isMemoryShort;
    this.codeSizes = options.codeSizes;
    this.compile = options.compile;
    this.compileTried = options.compileTried;
    this.applyClosure = options.applyClosure;
    this.watch = options.watch;
    this.code = options.code ?? sharedCode;
  }

  context(purity: Purity): Context {
    const { step } = this.environment;
    const known = this.contexts.get(purity);
    if (known !== undefined && known.step === step) return known;
    const context = topContext(this, purity, step);
    this.contexts.set(purity, context);
    return context;
  }

  hasFlag(flag: ExecutionFlag): boolean {
    const { flags } = this.environment;
    return flags.size > 0 && flags.has(flag);
  }

  fail<N extends ErrorName>(name: N, data: ErrorData<N>, span: Span): never {
    const { stack } = this;
    throw evalError(name, data, span, () => frameViews(stack));
  }

  /** Returns the builtin with an internal name. It may be missing: code can outlive the flags it was compiled under. */
  builtin(internal: string, span: Span): Builtin {
    const builtin = this.builtinOrNothing(internal);
    return builtin ?? this.fail('UnknownException', { cause: `no builtin ${internal}` }, span);
  }

  builtinOrNothing(internal: string): Builtin | undefined {
    return this.environment.builtins.byInternalName(internal);
  }

  /** Returns whether code of this nesting depth can run. */
  hasRoomFor(depth: number): boolean {
    return this.depth + depth <= this.depthLimit;
  }

  pactValue(value: MachineValue, span: Span): PactValue {
    if (isClosure(value)) this.failClosure(value, span);
    return value;
  }

  /** Apart, because `pactValue` must stay small: V8 inlines it wherever a value is used. */
  private failClosure(value: Closure, span: Span): never {
    return this.fail('ExpectedPactValue', { call: describedCall(value, 0) }, span);
  }

  boolValue(value: MachineValue, span: Span): boolean {
    if (typeof value === 'boolean') return value;
    const other = this.pactValue(value, span);
    return this.fail(
      'ExpectedBoolValue',
      { value: () => prettyValue(other), valueKind: typeWord(other) },
      span,
    );
  }

  /** Runs a body with the nesting counted; the only way into compiled code. */
  descend<Failed extends typeof failed = never>(
    code: CompiledFunction<Failed>,
    local: Local | undefined,
    context: Context,
  ): MachineValue | Failed {
    const depth = this.depth;
    this.depth = depth + code.depth;
    if (this.depth > this.depthLimit) this.failTooDeep(code.span);
    this.countCall();
    const result = code.body(local, context);
    this.depth = depth;
    return result;
  }

  /** Counts a call of a closure. Every loop of a program calls closures, so this is enough to interrupt any program. */
  countCall(): void {
    if (--this.callsUntilCheck <= 0) this.checkInterrupt();
  }

  /** Counts list items, or parts of similar size, built at once. At intervals the machine checks for interrupts and memory. */
  countItems(count: number): void {
    this.itemsUntilCheck -= count;
    if (this.itemsUntilCheck <= 0) this.checkItems();
  }

  /** Runs an action during which builtins check for interrupts, by the steps they count. */
  whileAsking<T>(action: () => T): T {
    return whileAsking(() => this.stopIfInterrupted(), action);
  }

  save(): SavedState {
    return { capabilities: this.capabilities, stack: this.stack, depth: this.depth };
  }

  /** For code that continues where another machine stopped. */
  setDepth(depth: number): void {
    this.depth = depth;
  }

  /** Restores a state saved further down the same call stack. */
  restore(saved: SavedState): void {
    for (
      let frame = this.stack;
      frame !== undefined && frame !== saved.stack;
      frame = frame.parent
    ) {
      this.active.leave(frame.name.qualified);
    }
    this.stack = saved.stack;
    this.capabilities = saved.capabilities;
    this.depth = saved.depth;
  }

  /** `undefined` within a call or an attempt. */
  get state(): MachineState | undefined {
    if (this.stack !== undefined || this.active.size > 0 || this.loaded.isLayer) return undefined;
    const { builtins: _, spv: _spv, warn: _warn, ...environment } = this.environment;
    const { loaded, capabilities, events, defPactExec } = this;
    return { environment, loaded, capabilities, events: [...events], defPactExec };
  }

  proceedFrom({ environment, loaded, capabilities, events, defPactExec }: MachineState): void {
    Object.assign(this.environment, environment);
    this.loaded = loaded;
    this.capabilities = capabilities;
    this.events = [...events];
    this.defPactExec = defPactExec;
  }

  /**
   * Runs an action. If it fails, capabilities, call stack, events, loaded modules and the running defpact are restored;
   * gas, environment and database are not.
   */
  attempt<T>(action: () => T): Result<T, EvalError> {
    const saved = this.save();
    const { loaded, defPactExec } = this;
    // Nested defpacts are added to the record of the running step.
    const nested = copyOf(defPactExec?.nested ?? noDefPacts);
    const events = this.events.slice();
    const layer = loaded.layer();
    this.loaded = layer;
    try {
      const value = action();
      // A commit or rollback inside replaces it.
      if (this.loaded === layer) {
        loaded.keep(layer);
        this.loaded = loaded;
      }
      return good(value);
    } catch (thrown) {
      const error = this.asEvalError(thrown);
      if (error === undefined) throw thrown;
      // This must happen before the open calls are discarded.
      this.withStack(error);
      this.restore(saved);
      this.loaded = loaded;
      this.events = events;
      this.defPactExec = defPactExec === undefined ? undefined : { ...defPactExec, nested };
      return bad(error);
    }
  }

  /** Discards everything of the transaction except the environment and, if a call is open, the call stack. */
  reset(loaded: Loaded): void {
    this.capabilities = noCapabilities;
    this.events = [];
    this.defPactExec = undefined;
    this.loaded = loaded;
  }

  /** Returns errors caused by the program, including values that are too large to process. */
  private asEvalError(thrown: unknown): EvalError | undefined {
    if (thrown instanceof EvalError) return thrown;
    if (!(thrown instanceof ValueTooLarge)) return undefined;
    const span = this.stack?.span ?? noSpan;
    const { what, limit } = thrown;
    return this.withStack(evalError('ValueTooLarge', { what, limit }, span));
  }

  /** Adds the current call stack to an error that has none. */
  withStack(error: EvalError): EvalError {
    const { stack } = this;
    return error.withCallStack(() => frameViews(stack));
  }

  emit(event: PactEvent): void {
    if (this.hasFlag('DisablePactEvents')) return;
    this.events.push(event);
    this.watch?.emitted(event);
  }

  get checksResults(): boolean {
    return !this.hasFlag('DisableRuntimeRTC') && !this.hasFlag('DisableRuntimeReturnTypeChecking');
  }

  private checkInterrupt(): void {
    this.callsUntilCheck = callsBetweenChecks;
    this.stopIfInterrupted();
    this.countItems(callsBetweenChecks * itemsOfCall);
  }

  private stopIfInterrupted(): void {
    if (this.isInterrupted?.(false) === true) throw new Interrupted();
  }

  /** Called before a failure that another thread might not have: it ends there if the caller wants to run it again. */
  stopAtLimit(): void {
    if (this.isInterrupted?.(true) === true) throw new Interrupted();
  }

  private checkItems(): void {
    this.itemsUntilLook -= itemsBetweenChecks - this.itemsUntilCheck;
    this.itemsUntilCheck = itemsBetweenChecks;
    this.stopIfInterrupted();
    if (this.itemsUntilLook > 0) return;
    this.itemsUntilLook = itemsBetweenLooks;
    if (this.isMemoryShort?.() !== true) return;
    this.stopAtLimit();
    this.fail('MemoryExceeded', {}, this.stack?.span ?? noSpan);
  }

  private failTooDeep(span: Span): never {
    this.stopAtLimit();
    return this.fail('CallDepthExceeded', { limit: this.depthLimit }, span);
  }
}

type Nested = DefPactExec['nested'];

/** Shared and never modified: most running steps have no nested defpacts. */
export const noDefPacts: Nested = new Map();

/** Returns a copy for a step that adds to it. */
export function copyOf(nested: Nested): Nested {
  return nested.size === 0 ? noDefPacts : new Map(nested);
}
