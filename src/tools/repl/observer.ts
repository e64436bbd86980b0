// The observer of a run, for test runners: it receives events, and can make a run continue after an error. Without one,
// nothing is reported and the first error ends the run.

import type { Span } from '../../base/span.ts';
import type { EvalError } from '../../lang/session/run.ts';
import type { TopLevel } from '../../lang/session/analyse.ts';

export type RunObserver = {
  readonly formBegan: (form: TopLevel) => void;
  /** Also called if the form ended with an error. */
  readonly formEnded: (form: TopLevel) => void;
  /** `usesChains`: the script uses several chains, and so loads its modules on each. */
  readonly fileBegan: (path: string, identity: string, span: Span, usesChains: boolean) => void;
  readonly fileEnded: () => void;
  readonly transactionBegan: (label: string | undefined, span: Span) => void;
  readonly transactionEnded: () => void;
  /**
   * Called with an error that ended a form; the forms of the same source up to the next `begin-tx` are skipped, and the
   * open transaction is rolled back. Absent if an error ends the run. An error in a file that is loaded within a transaction
   * or an expression, such as `(expect-failure "..." (load "file"))`, is one of the form that loads the file.
   */
  readonly recovered?: ((error: EvalError, left: LeftOut) => void) | undefined;
};

export type LeftOut = {
  readonly forms: readonly TopLevel[];
  /** The place where the run continues, if that is in this source. */
  readonly resumesAt: Span | undefined;
};
