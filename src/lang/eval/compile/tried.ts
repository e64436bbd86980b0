// Tried code: terms whose failure is caught by a `try` or `enforce-one` around them. V8 takes some microseconds for each
// call that an exception passes through, a hundred times as long as the call itself, and code that always ends with an
// exception is never optimised. So such terms are compiled separately, to code that returns `failed` where the ordinary code
// throws an error that is caught. Errors that are still thrown (by builtins and type checks) are caught by the innermost
// application. State is restored only once, at the end of `try` (`attempt`).

import type { Attempt } from '../../state/code.ts';
import { isEvalError, type EvalError } from '../../diagnostics/error.ts';
import type { Context } from '../../state/context.ts';
import type { Machine } from '../../state/machine.ts';
import { failed, type Attempted } from '../../state/builtin.ts';
import type { Local } from '../../state/value.ts';

/** Like `Compiled`, with the depth of the term's ordinary code. */
export type Tried = { readonly code: Attempt; readonly depth: number };

/** Runs a body. A recoverable error restores capabilities and call stack, but not events or gas. */
export function attempt(
  machine: Machine,
  body: Attempt,
  local: Local | undefined,
  context: Context,
): Attempted {
  const saved = machine.save();
  try {
    const result = body(local, context);
    if (result === failed) machine.restore(saved);
    return result;
  } catch (error) {
    failedBy(error, machine);
    machine.restore(saved);
    return failed;
  }
}

/** Returns `failed` for errors that `try` catches, and rethrows all others. */
export function failedBy(error: unknown, machine: Machine): typeof failed {
  if (!isEvalError(error) || !isCaught(error, machine)) throw error;
  return failed;
}

/** Before 4.4 every error was caught, except running out of gas or depth, which ends a transaction. */
function isCaught(error: EvalError, machine: Machine): boolean {
  if (error.recoverable) return true;
  if (error.is('GasExceeded') || error.is('CallDepthExceeded')) return false;
  return machine.hasFlag('DisablePact44');
}
