// Infers calls: arguments are checked one by one against the parameters, so that an error points at the argument and names
// the parameter.

import type { Term } from '../core/model/term.ts';
import type { Span } from '../../base/span.ts';
import { notAFunctionAdvice } from '../diagnostics/cond-advice.ts';
import { isEvalError } from '../diagnostics/error.ts';
import { calledName, enforceAllArguments, parametersOf } from './argument-count.ts';
import { applyTo } from './apply.ts';
import type { Context } from './context.ts';
import { applyBuiltin } from './infer-builtin.ts';
import type { Origin } from './unify.ts';
import { nullary, resolved, typeVariable, type Type } from './type.ts';

type Application = Extract<Term, { kind: 'app' }>;

export function inferApplication(context: Context, term: Application): Type {
  const { fun, args, span } = term;
  if (fun.kind === 'builtin') return applyBuiltin(context, fun, args, span);
  const type = context.infer(fun);
  if (args.length > 0) {
    return hinting(notAFunctionHint(type, span), () =>
      applyTo(context, type, term, originsOf(context, fun, args)),
    );
  }
  enforceAllArguments(context, term, type);
  const result = typeVariable();
  context.unify({ type: nullary(result), origin: { span } }, type, fun.span);
  return result;
}

/** For a value in the place of a function, such as the condition of a last clause of `cond`. */
function notAFunctionHint(whole: Type, span: Span): string | undefined {
  const type = resolved<Type>(whole);
  if (type.kind === 'primitive') return notAFunctionAdvice(type.name, span);
  return type.kind === 'list' || type.kind === 'object'
    ? notAFunctionAdvice(type.kind, span)
    : undefined;
}

function hinting<T>(hint: string | undefined, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw isEvalError(error) && error.is('UnificationFailure') ? error.withHint(hint) : error;
  }
}

/** Where each parameter is declared. */
function originsOf(context: Context, fun: Term, args: readonly Term[]): readonly Origin[] {
  const params = parametersOf(context, fun) ?? [];
  const name = calledName(fun);
  return args.map((_, i) => {
    const param = params[i];
    if (param !== undefined) {
      return { span: param.span, why: `parameter ${param.name} of ${name}` };
    }
    return { span: params.at(-1)?.span ?? fun.span, why: `argument ${i + 1} of ${name}` };
  });
}
