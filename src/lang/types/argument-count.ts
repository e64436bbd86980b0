// Reports calls with too many arguments, or too few: a call with too few is a function of the rest.

import type { Span } from '../../base/span.ts';
import type { Arg, Term } from '../core/model/term.ts';
import { countAdvice, notAValueAdvice } from '../diagnostics/call-advice.ts';
import { evalError, type EvalError } from '../diagnostics/error.ts';
import { FullyQualifiedName } from '../values/names.ts';
import type { Context } from './context.ts';
import { resolved, type Type } from './type.ts';

type Application = Extract<Term, { kind: 'app' }>;

/** For a call that lacks arguments, in a place that needs another type. */
export function enforceAllArguments(
  context: Context,
  { fun, args, span }: Application,
  type: Type,
): void {
  const missing = parameterCount(type);
  if (missing === 0) return;
  const takes = args.length + missing;
  throw wrongCount(context, { fun, takes, given: args.length, span });
}

type Count = {
  readonly fun: Term;
  readonly takes: number;
  readonly given: number;
  readonly span: Span;
};

/** Names the missing arguments, if the parameters are known. */
export function wrongCount(context: Context, { fun, takes, given, span }: Count): EvalError {
  const name = calledName(fun);
  const error = evalError('WrongArgumentCount', { name, takes, given }, span);
  const parameters = parameterNames(context, fun);
  if (parameters?.length !== takes) return error;
  return error.withExplanation(countAdvice({ callee: calleeOf(fun), parameters, given }));
}

/** For the first of these terms that is a function: it was called with too few arguments, or not at all. */
export function functionHint(context: Context, terms: readonly Term[]): string | undefined {
  for (const term of terms) {
    const [fun, given] = term.kind === 'app' ? [term.fun, term.args.length] : [term, 0];
    const parameters = parameterNames(context, fun);
    const isFunction = term.kind !== 'app' || given < (parameters?.length ?? 0);
    if (parameters === undefined || !isFunction) continue;
    return notAValueAdvice({ callee: calleeOf(fun), parameters, given }, term.span);
  }
  return undefined;
}

const calleeOf = (fun: Term): string | undefined =>
  fun.kind === 'lambda' ? undefined : calledName(fun);

/** `undefined` for an expression whose parameters have no names. */
function parameterNames(context: Context, fun: Term): readonly string[] | undefined {
  if (fun.kind === 'builtin') return context.environment.builtinParameters(fun.name);
  return parametersOf(context, fun)?.map(({ name }) => name);
}

/** Returns the parameters of a definition, of a member of an interface or of a lambda. */
export function parametersOf(context: Context, fun: Term): readonly Arg[] | undefined {
  if (fun.kind === 'lambda') return fun.params;
  if (fun.kind !== 'var' || fun.name.kind !== 'top') return undefined;
  const { module, text, hash } = fun.name;
  return context.environment.definition(new FullyQualifiedName(module, text, hash))?.params;
}

/** The name of the called function, as programs write it. */
export function calledName(fun: Term): string {
  if (fun.kind === 'builtin') return builtinName(fun);
  if (fun.kind !== 'var') return 'the function';
  return fun.name.kind === 'dynamic' ? `${fun.name.text}::${fun.name.member}` : fun.name.text;
}

/** Internally, a builtin has a name for each of its arities: `round-prec` is written `round`. */
export function builtinName({ name, span }: Extract<Term, { kind: 'builtin' }>): string {
  const written = /^\(?\s*([^\s()]+)/.exec(span.text)?.[1] ?? name;
  return name.startsWith(written) ? written : name;
}

export function parameterCount(whole: Type): number {
  let count = 0;
  for (let type = resolved<Type>(whole); type.kind === 'function'; count++) {
    type = resolved<Type>(type.result);
  }
  return count;
}
