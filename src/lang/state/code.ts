// Compiled terms: JavaScript closures over resolved slots. Compiled once per definition, shared by all sessions.
import type { Span } from '../../base/span.ts';
import type { Arg, Term } from '../core/model/term.ts';
import type { Type } from '../values/type.ts';
import type { Context } from './context.ts';
import type { failed } from './builtin.ts';
import type { Local, MachineValue } from './value.ts';
import type { DefCap, Defun, Step } from '../core/model/definition.ts';

/** `Failed`: what it may return besides values (tried.ts). */
export type CodeTo<Failed> = (local: Local | undefined, context: Context) => MachineValue | Failed;

export type Code = CodeTo<never>;

/** The code of a term and its nesting depth: running it may need this many JavaScript frames. */
export type Compiled = CompiledTo<never>;

export type CompiledTo<Failed> = { readonly code: CodeTo<Failed>; readonly depth: number };

/**
 * Compiles a whole body. `params`: its variables at the start, for watchers that show them by name. `mayLack`: some of these
 * variables may have no value when it runs, so each is checked.
 */
export type CompileBody = (
  body: Term,
  params?: readonly Arg[],
  mayLack?: 'may-lack-variables',
) => Compiled;

/** The code of a term whose failure is caught (tried.ts): it returns `failed` instead of throwing. */
export type Attempt = CodeTo<typeof failed>;

/** Compiles a term whose failure is caught (tried.ts). */
export type CompileTried = (term: Term) => Attempt;

/** A function body with its parameters, if any. `Failed`: what the body may return besides values. */
export class CompiledFunction<Failed extends typeof failed = never> {
  readonly params: readonly Arg[];
  readonly arity: number;
  readonly body: CodeTo<Failed>;
  readonly depth: number;
  readonly returns: Type | undefined;
  /** The lambda or nullary term, where errors of its application are shown. */
  readonly span: Span;
  private readonly compileTried: (() => Attempt) | undefined;
  private twin: CompiledFunction<typeof failed> | undefined = undefined;

  constructor(
    params: readonly Arg[],
    body: CompiledTo<Failed>,
    returns: Type | undefined,
    span: Span,
    compileTried?: () => Attempt,
  ) {
    this.params = params;
    this.arity = params.length;
    this.body = body.code;
    this.depth = body.depth;
    this.returns = returns;
    this.span = span;
    this.compileTried = compileTried;
  }

  /** The function for calls whose failure is caught (tried.ts), if there is one. Created on first use. */
  get tried(): CompiledFunction<typeof failed> | undefined {
    const { twin, compileTried, params, depth, returns, span } = this;
    if (twin !== undefined || compileTried === undefined) return twin;
    return (this.twin = new CompiledFunction(
      params,
      { code: compileTried(), depth },
      returns,
      span,
    ));
  }
}

export function deepest(compiled: readonly { readonly depth: number }[]): number {
  let depth = 0;
  for (const each of compiled) depth = Math.max(depth, each.depth);
  return depth;
}

/**
 * The compiled code of definitions. It is created when they first run, and freed with them. Call sites remember their last
 * context, which keeps its session in memory, so sessions that share long-lived definitions each have their own code.
 */
export class CompiledCode {
  readonly functions = new WeakMap<Defun, CompiledFunction>();
  readonly capabilities = new WeakMap<DefCap, CompiledFunction>();
  readonly steps = new WeakMap<Step, CompiledFunction>();
  readonly rollbacks = new WeakMap<Step, CompiledFunction>();
}

/** For machines of one transaction each, over definitions that the database keeps. */
export const sharedCode = new CompiledCode();
