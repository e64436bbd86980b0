// Terms whose failure is caught by a `try` or `enforce-one` around them. V8 takes some microseconds for each call that an
// exception leaves, a hundred times as long as for the call itself, and code that always ends by one never becomes
// fast. So such terms have code of their own, which answers `failed` where the ordinary one throws an error that is caught.
// Errors that are still thrown (by builtins and type checks) are caught by the innermost application. State is
// restored only once, where `try` ends (`attempt`).

import { isEvalError, type EvalError } from '../../diagnostics/error.ts';
import type { Context } from '../context.ts';
import type { Machine } from '../machine.ts';
import { failed, type Attempted } from '../calls/builtin.ts';
import type { Local } from '../value.ts';

export type Attempt = (local: Local | undefined, context: Context) => Attempted;

/** As `Compiled`, and as deep as the ordinary code of the term. */
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

/** Returns `failed` for errors that `try` catches, and throws all others again. */
export function failedBy(error: unknown, machine: Machine): typeof failed {
  if (!isEvalError(error) || !isCaught(error, machine)) throw error;
  return failed;
}

/** Before 4.4 every error was caught; running out of gas or depth ends a transaction all the same. */
function isCaught(error: EvalError, machine: Machine): boolean {
  if (error.recoverable) return true;
  if (error.is('GasExceeded') || error.is('CallDepthExceeded')) return false;
  return machine.hasFlag('DisablePact44');
}
