// The moments at which a run can stop. They are numbered: programs are deterministic, so a number identifies a position
// exactly, and a new run reaches the same moment again. Why a run stopped, and how it continues.

import type { Span } from '../../base/span.ts';
import type { EvalError } from '../../lang/session/run.ts';
import type { ActiveTerm } from './active-terms.ts';
import type { Breakpoint, ErrorFilter } from './breakpoints.ts';
import type { ReplEngine } from '../repl/engine.ts';

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

export type StopReason =
  | 'entry'
  | 'step'
  | 'pause'
  | 'breakpoint'
  | 'error'
  | 'function'
  | 'event'
  | 'write'
  | 'write-found';

export type Stop = {
  readonly reason: StopReason;
  readonly text?: string | undefined;
  /** The ids of the breakpoints that were hit. */
  readonly breakpoints: readonly number[];
};

/** `by`: a line, or every form. */
export type StepSize = 'line' | 'form';

export type Resume =
  | { readonly kind: 'continue' }
  | { readonly kind: 'in' | 'over' | 'out'; readonly by: StepSize }
  | { readonly kind: 'back'; readonly by: StepSize }
  | { readonly kind: 'reverse' }
  /** Back to the last write of a row, or of any row of a table. */
  | { readonly kind: 'last-write'; readonly table: string; readonly key: string | undefined }
  | { readonly kind: 'restart' }
  | { readonly kind: 'end' };

/** For a moment at which breakpoints were hit. */
export function reasonOf({ kind }: Moment, [first]: readonly Breakpoint[]): StopReason {
  if (kind === 'event' || kind === 'write') return kind;
  return first?.watched === undefined ? 'breakpoint' : 'function';
}

/** For a moment at which something failed. */
export function errorText(reached: Moment, engine: ReplEngine): string {
  if (reached.kind === 'error') return engine.textOf(reached.error);
  return reached.kind === 'expectation' ? reached.text : '';
}
