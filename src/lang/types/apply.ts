// Applies a function type to arguments, one by one.

import type { Term } from '../core/model/term.ts';
import type { EvalError } from '../diagnostics/error.ts';
import { wrongCount } from './argument-count.ts';
import type { Context, Expectation } from './context.ts';
import type { Origin } from './unify.ts';
import { functionOf, resolved, typeVariable, type Type } from './type.ts';

export type Call = Pick<Extract<Term, { kind: 'app' }>, 'fun' | 'args'>;

/** Returns the type of a function applied to these arguments. */
export function applyTo(
  context: Context,
  whole: Type,
  { fun, args }: Call,
  origins: readonly Origin[],
): Type {
  let type = resolved<Type>(whole);
  for (const [i, arg] of args.entries()) {
    const origin = origins[i] ?? { span: arg.span };
    if (type.kind === 'function') {
      context.check(arg, { type: type.parameter, origin });
      type = resolved<Type>(type.result);
    } else if (type.kind === 'dynamic') context.infer(arg);
    else if (i > 0 && type.kind !== 'variable') {
      throw tooMany(context, { fun, takes: i, given: args.length, span: arg.span }, origin);
    } else type = resolved<Type>(applyUnknown(context, { type, origin }, arg));
  }
  return type;
}

function tooMany(
  context: Context,
  counted: Parameters<typeof wrongCount>[1],
  { span }: Origin,
): EvalError {
  const { takes } = counted;
  const label = `Expected: ${takes} ${takes === 1 ? 'argument' : 'arguments'}`;
  return wrongCount(context, counted).withRelated([{ label, note: '', span }]);
}

/** The applied type is not a function yet: makes it one of this argument, or reports why not. */
function applyUnknown(context: Context, { type, origin }: Expectation, arg: Term): Type {
  const result = typeVariable();
  const parameter = context.infer(arg);
  context.unify({ type, origin }, functionOf([parameter], result), arg.span);
  return result;
}
