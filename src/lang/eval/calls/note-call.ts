// Errors show where each function on the call stack was called.

import type { Span } from '../../../base/span.ts';
import { isEvalError } from '../../diagnostics/error.ts';
import type { Closure } from '../value.ts';

/** Called with the error thrown by a call of the closure. */
export function noteCall(thrown: unknown, closure: Closure, span: Span): void {
  if (!isEvalError(thrown)) return;
  switch (closure.closure) {
    case 'defun':
    case 'defpact':
      return thrown.passesCall(closure.name, span);
    case 'partial':
      if (closure.name !== undefined) thrown.passesCall(closure.name, span);
      return;
    default:
  }
}
