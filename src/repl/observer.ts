// What a caller can watch of a run while it goes on, and how it can have a run go on after an
// error: for test runners. Without one, nothing is reported and the first error ends the run.

import type { Span } from '../base/span.ts';
import type { EvalError } from '../lang/session/run.ts';
import type { TopLevel } from '../lang/session/analyse.ts';

export type RunObserver = {
  readonly formBegan: (form: TopLevel) => void;
  /** Also called where the form ended with an error. */
  readonly formEnded: (form: TopLevel) => void;
  readonly fileBegan: (path: string, identity: string, span: Span) => void;
  readonly fileEnded: () => void;
  readonly transactionBegan: (label: string | undefined, span: Span) => void;
  readonly transactionEnded: () => void;
  /**
   * Told of an error that ended a form; the forms of the same source up to the next `begin-tx` are
   * left out, and the open transaction is rolled back. Absent where an error ends the run.
   */
  readonly recovered?: ((error: EvalError, left: LeftOut) => void) | undefined;
};

export type LeftOut = {
  readonly forms: readonly TopLevel[];
  /** Where the run goes on, if it does in this source. */
  readonly resumesAt: Span | undefined;
};

/** The place of the next form that opens a transaction; the end where none does. */
export function nextTransaction(forms: readonly TopLevel[], from: number): number {
  let at = from;
  while (at < forms.length && !opensTransaction(forms[at] as TopLevel)) at++;
  return at;
}

function opensTransaction(form: TopLevel): boolean {
  if (form.kind !== 'term' || form.expression.kind !== 'application') return false;
  const { head } = form.expression;
  return head.kind === 'variable' && head.name.kind === 'bare' && head.name.name === 'begin-tx';
}
