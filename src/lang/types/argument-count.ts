// Reports calls with too many arguments, or too few: a call with too few is a function of the rest.

import type { Span } from '../../base/span.ts';
import type { Term } from '../core/model/term.ts';
import { evalError, type EvalError } from '../diagnostics/error.ts';
import { resolved, type Type } from './type.ts';

type Application = Extract<Term, { kind: 'app' }>;

/** For a call that lacks arguments, in a place that needs another type. */
export function enforceAllArguments({ fun, args, span }: Application, type: Type): void {
  const missing = parameterCount(type);
  if (missing === 0) return;
  const takes = args.length + missing;
  throw wrongCount({ fun, takes, given: args.length, span });
}

export function wrongCount({
  fun,
  takes,
  given,
  span,
}: {
  readonly fun: Term;
  readonly takes: number;
  readonly given: number;
  readonly span: Span;
}): EvalError {
  return evalError('WrongArgumentCount', { name: calledName(fun), takes, given }, span);
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
