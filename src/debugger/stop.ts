// Why a run stands still, and how it goes on.

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
  /** Of the breakpoints that were hit. */
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
