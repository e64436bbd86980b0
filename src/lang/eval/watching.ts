// The interface for watching a machine. Coverage, the gas profile, the gas log, the trace of a script and the debugger are
// watchers. A watcher implements only the methods it needs, and a machine without watchers has no overhead for them.
//
// Watching changes no result, charge or event. It turns off shortcuts: watched terms run on the general path
// (compileWatched), and so do builtins if calls are watched (watched-machine.ts).

import type { Span } from '../../base/span.ts';
import type { Arg, Term } from '../core/model/term.ts';
import type { ChargeWatcher } from '../gas/charge-watcher.ts';
import type { CallKind } from '../gas/profile.ts';
import type { PactValue } from '../values/value.ts';
import { compileWith, type Compile } from './compile/compile.ts';
import type { Code, CompileBody } from './compile/compiled.ts';
import type { Context } from './context.ts';
import type { PactEvent } from './machine.ts';
import type { Local, MachineValue } from './value.ts';

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

export type WatchedCall = {
  readonly kind: CallKind;
  /** The qualified name; for a builtin, the internal name. */
  readonly name: string;
  /** Where a function is defined, or a builtin is called. */
  readonly span: Span;
  readonly args: readonly (PactValue | MachineValue)[];
};

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
