// Giving arguments to a function, one by one.

import type { Term } from '../core/term.ts';
import type { Context, Expectation } from './context.ts';
import type { Origin } from './origin.ts';
import { functionOf, resolved, typeVariable, type Type } from './type.ts';

/** The type of a function that was given these arguments. */
export function applyTo(
  context: Context,
  whole: Type,
  args: readonly Term[],
  origins: readonly Origin[],
): Type {
  let type = resolved<Type>(whole);
  for (const [i, arg] of args.entries()) {
    const origin = origins[i] ?? { span: arg.span };
    if (type.kind === 'function') {
      context.check(arg, { type: type.parameter, origin });
      type = resolved<Type>(type.result);
    } else if (type.kind === 'dynamic') context.infer(arg);
    else type = resolved<Type>(applyUnknown(context, { type, origin }, arg));
  }
  return type;
}

/** What is applied is no function yet: it becomes one of this argument, or the error says why not. */
function applyUnknown(context: Context, { type, origin }: Expectation, arg: Term): Type {
  const result = typeVariable();
  const parameter = context.infer(arg);
  context.unify({ type, origin }, functionOf([parameter], result), arg.span);
  return result;
}
