// The interface for watching a machine. Coverage, the gas profile, the gas log, the trace of a script and the debugger are
// watchers. A watcher implements only the methods it needs, and a machine without watchers has no overhead for them.
//
// Watching changes no result, charge or event. It turns off shortcuts: watched terms run on the general path
// (compileWatched), and so do builtins if calls are watched (watchedBuiltins).

import type { Arg, Term } from '../core/model/term.ts';
import type { ChargeWatcher } from '../gas/reporting-meter.ts';
import { compileWith, type Compile } from './compile/compile.ts';
import type { Code, CompileBody } from '../state/code.ts';
import type { Context } from '../state/context.ts';
import type { BuiltinRegistry } from '../state/environment.ts';
import { hasFailed, type Builtin } from '../state/builtin.ts';
import type { MachineWatch, PactEvent, WatchedCall } from '../state/machine.ts';
import type { Local, MachineValue } from '../state/value.ts';

export type Watcher = Partial<ChargeWatcher> & {
  /** Called before a body is compiled, term by term: of a function with its parameters, or of a top-level form without. */
  readonly beforeBody?: (body: Term, params: readonly Arg[]) => void;
  /** Called when a term is compiled. Returns the callbacks for each run of the term. */
  readonly watchTerm?: (term: Term) => TermWatch | undefined;
  /** Called before a function or builtin runs; its arguments are evaluated and charged. */
  readonly beforeCall?: (call: WatchedCall) => void;
  /** Called after the call, also if it failed. */
  readonly afterCall?: (call: WatchedCall, outcome: CallOutcome) => void;
  /** Called after an event was emitted. */
  readonly emitted?: (event: PactEvent) => void;
};

export type TermWatch = {
  /** `context.machine` has the call stack, `local` the variables, innermost first. */
  readonly before?: ((local: Local | undefined, context: Context) => void) | undefined;
  /** Not called if the term failed. */
  readonly after?: ((value: MachineValue, context: Context) => void) | undefined;
  /**
   * Called instead of `after` with the thrown error, which is rethrown afterwards. Call stack and capabilities are
   * still those of the innermost call.
   */
  readonly failed?: ((thrown: unknown, context: Context) => void) | undefined;
};

export type CallOutcome =
  | { readonly kind: 'done'; readonly value: MachineValue }
  | { readonly kind: 'failed'; readonly thrown: unknown };

/** Returns a compiler whose code notifies the watchers of every term; nesting depths are the same as without them. */
export function compileWatched(watchers: readonly Watcher[]): CompileBody {
  const compilePart: Compile = (term) => {
    const watches = watchers.flatMap((watcher) => watcher.watchTerm?.(term) ?? []);
    const { code, depth } = compileWith(term, compilePart);
    return { code: watches.reduceRight(watchedCode, code), depth };
  };
  return (body, params = []) => {
    for (const watcher of watchers) watcher.beforeBody?.(body, params);
    return compilePart(body);
  };
}

function watchedCode(code: Code, { before, after, failed }: TermWatch): Code {
  if (failed !== undefined) return guardedCode(code, { before, after, failed });
  if (after === undefined) {
    if (before === undefined) return code;
    return (local, context) => {
      before(local, context);
      return code(local, context);
    };
  }
  return (local, context) => {
    before?.(local, context);
    const value = code(local, context);
    after(value, context);
    return value;
  };
}

function guardedCode(
  code: Code,
  { before, after, failed }: TermWatch & Required<Pick<TermWatch, 'failed'>>,
): Code {
  return (local, context) => {
    before?.(local, context);
    let value: MachineValue;
    try {
      value = code(local, context);
    } catch (thrown) {
      failed?.(thrown, context);
      throw thrown;
    }
    after?.(value, context);
    return value;
  };
}

/** Returns what notifies the watchers of calls and events. */
export function watchOf(watchers: readonly Watcher[]): MachineWatch {
  return {
    during(call, run) {
      for (const watcher of watchers) watcher.beforeCall?.(call);
      const finish = (outcome: CallOutcome): void => {
        for (const watcher of watchers) watcher.afterCall?.(call, outcome);
      };
      let value;
      try {
        value = run();
      } catch (thrown) {
        finish({ kind: 'failed', thrown });
        throw thrown;
      }
      finish(hasFailed(value) ? { kind: 'failed', thrown: undefined } : { kind: 'done', value });
      return value;
    },
    emitted(event) {
      for (const watcher of watchers) watcher.emitted?.(event);
    },
  };
}

/** Returns the same builtins, each of which notifies the watchers of its calls. */
export function watchedBuiltins(builtins: BuiltinRegistry, watch: MachineWatch): BuiltinRegistry {
  const known = new Map<Builtin, Builtin>();
  const watched = (builtin: Builtin | undefined): Builtin | undefined => {
    if (builtin === undefined) return undefined;
    let twin = known.get(builtin);
    if (twin === undefined) known.set(builtin, (twin = watchedBuiltin(builtin, watch)));
    return twin;
  };
  return {
    byName: (name) => watched(builtins.byName(name)),
    byInternalName: (internal) => watched(builtins.byInternalName(internal)),
    unwatched: builtins,
  };
}

/** Only the general implementation of a builtin notifies watchers of calls. */
function watchedBuiltin(builtin: Builtin, watch: MachineWatch): Builtin {
  const { name, written, arity, overloads, setsGas, isPure } = builtin;
  return {
    name,
    written,
    arity,
    overloads,
    runOne: undefined,
    attemptOne: undefined,
    runTwo: undefined,
    setsGas,
    isPure,
    run: (call, args) =>
      watch.during({ kind: 'builtin', name, span: call.span, args }, () => builtin.run(call, args)),
  };
}
