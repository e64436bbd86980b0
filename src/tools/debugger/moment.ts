// The moments at which a run can stop. They are numbered: programs are deterministic, so a number identifies a position
// exactly, and a new run reaches the same moment again.

import type { Span } from '../../base/span.ts';
import type { EvalError } from '../../lang/session/run.ts';
import type { ActiveTerm } from './active-terms.ts';
import type { ErrorFilter } from './breakpoints.ts';

export type Moment =
  /** A top-level form begins. */
  | { readonly kind: 'form'; readonly span: Span }
  | { readonly kind: 'term'; readonly active: ActiveTerm; readonly entersCall: boolean }
  /** Where it was raised: nothing is rolled back yet. */
  | { readonly kind: 'error'; readonly error: EvalError; readonly filter: ErrorFilter }
  | { readonly kind: 'expectation'; readonly text: string }
  | { readonly kind: 'event'; readonly name: string }
  /** Before the row is written. */
  | { readonly kind: 'write'; readonly table: string; readonly key: string };
