// The error that made an expectation fail, as plain data: stored states of a run contain it too.

import { renderError, type EvalError, type LinesFrom } from '../../lang/session/run.ts';
import { firstLine } from '../../base/prose.ts';
import { calledFrames, type CalledFrame } from './called-frames.ts';
import type { LegacyState } from './legacy-state.ts';

export type FailureCause = {
  /** Lines and columns count from 1. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
  /** The code of the error, listed in docs/errors.md. */
  readonly code: string;
  /** One line. */
  readonly message: string;
  /** The error with its source, caret, call stack and hint, for people. */
  readonly rendered: string;
  /** The calls that were open, innermost first. */
  readonly stack: readonly CalledFrame[];
};

type Session = {
  readonly linesFrom: LinesFrom | undefined;
  readonly legacy: Pick<LegacyState, 'simulateOnChain'>;
  textOf(error: EvalError): string;
};

export function causeOf(session: Session, error: EvalError): FailureCause {
  const { source, startPosition } = error.marked;
  const { legacy, linesFrom } = session;
  const options = { bounded: legacy.simulateOnChain, hints: true, linesFrom };
  return {
    place: { file: source.name, line: startPosition.line + 1, column: startPosition.column + 1 },
    code: error.code,
    message: firstLine(session.textOf(error)),
    rendered: renderError(error, options).trimEnd(),
    stack: calledFrames(error),
  };
}
