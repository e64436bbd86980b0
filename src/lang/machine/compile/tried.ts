// Terms whose failure is caught by a `try` or `enforce-one` around them. V8 takes some microseconds for each call that an
// exception leaves, a hundred times as long as for the call itself, and code that always ends by one never becomes
// fast. So such terms have code of their own, which answers `failed` where the ordinary one throws an error that is caught.
// Errors that are thrown all the same (builtins, checks of types) are caught by the innermost application.
// State is not put back on the way: that is done once, where `try` ends (`attempt`).

import { isEvalError, type EvalError } from '../../diagnostics/error.ts';
import type { Context } from '../context.ts';
import type { Machine } from '../machine.ts';
import { failed, type Attempted } from '../calls/builtin.ts';
import type { Local } from '../value.ts';

export type Attempt = (local: Local | undefined, context: Context) => Attempted;

/** As `Compiled`, and as deep as the ordinary code of the term. */
export type Tried = { readonly code: Attempt; readonly depth: number };

/** Runs a body; a recoverable error brings back capabilities and call stack, never events or gas. */
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

/** `failed` for what `try` catches; anything else is thrown on. */
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
