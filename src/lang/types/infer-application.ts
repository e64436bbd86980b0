// Infers calls: arguments are checked one by one against the parameters, so that an error points at the argument and names
// the parameter.

import type { Arg, Term } from '../core/model/term.ts';
import { calledName, enforceAllArguments } from './argument-count.ts';
import { applyTo } from './apply.ts';
import type { Context } from './context.ts';
import { applyBuiltin } from './infer-builtin.ts';
import { fullName } from './infer-variable.ts';
import type { Origin } from './origin.ts';
import { nullary, typeVariable, type Type } from './type.ts';

type Application = Extract<Term, { kind: 'app' }>;

export function inferApplication(context: Context, term: Application): Type {
  const { fun, args, span } = term;
  if (fun.kind === 'builtin') return applyBuiltin(context, fun, args, span);
  const type = context.infer(fun);
  if (args.length > 0) return applyTo(context, type, term, originsOf(context, fun, args));
  enforceAllArguments(term, type);
  const result = typeVariable();
  context.unify({ type: nullary(result), origin: { span } }, type, fun.span);
  return result;
}

/** Where each parameter is declared. */
function originsOf(context: Context, fun: Term, args: readonly Term[]): readonly Origin[] {
  const params = parametersOf(context, fun);
  const name = calledName(fun);
  return args.map((_, i) => {
    const param = params[i];
    if (param !== undefined) {
      return { span: param.span, why: `parameter ${param.name} of ${name}` };
    }
    return { span: params.at(-1)?.span ?? fun.span, why: `argument ${i + 1} of ${name}` };
  });
}

function parametersOf(context: Context, fun: Term): readonly Arg[] {
  if (fun.kind !== 'var') return fun.kind === 'lambda' ? fun.params : [];
  const { name } = fun;
  if (name.kind === 'top') return context.environment.definition(fullName(name))?.params ?? [];
  return [];
}
