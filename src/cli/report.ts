// What the command says about a thrown error, a failed expectation, or a fault of its own.

import { isEvalError, renderError, spanText } from '../lang/session/index.ts';
import { isStoreFault } from '../store/index.ts';
import { failureReport } from '../testing/runner/failure-report.ts';
import type { FailureReport } from '../testing/runner/test-report.ts';
import type { ExpectationResult } from '../repl/expectations.ts';
import { StatesFault } from './cache/states-fault.ts';
import { faultText } from './fault.ts';
import { isLost, useColour, writeErrorLine, writeLine } from './output.ts';
import { wrapReport } from './terminal/wrap-text.ts';
import { isFirstTry, type Stage } from './stage.ts';
import { failureLines } from '../testing/reporters/failure-lines.ts';
import { paintOf } from '../testing/reporters/paint.ts';

/** How a run of a file or form came out; `fault` means that this program is wrong. */
export type Outcome = 'success' | 'failure' | 'fault';

/**
 * Shows an error of the program with its place, source and call stack, and any other one as our own
 * fault. `width`: of the terminal where a person types.
 */
export function reportThrown(
  thrown: unknown,
  stage: Stage,
  { bounded = false, width }: { readonly bounded?: boolean; readonly width?: number } = {},
): Outcome {
  if (isEvalError(thrown)) {
    const { isatty } = process.getBuiltinModule('node:tty');
    const colour = useColour(isatty(2), process.env);
    const text = renderError(thrown, { colour, bounded, hints: true });
    writeErrorLine(width === undefined ? text : wrapReport(text, width));
    return 'failure';
  }
  if (isStoreFault(thrown) || thrown instanceof StatesFault) {
    writeErrorLine(`pact: ${thrown.message}`);
    return 'failure';
  }
  if (isLost(thrown) || isFirstTry(stage)) throw thrown;
  writeErrorLine(faultText(thrown));
  return 'fault';
}

/** Of more failures, only the lines of the reference are written. */
const mostDetails = 50;

/**
 * Every failed expectation: the line that scripts match on, and below it the source, what differs, and the error within
 * it.
 */
export function reportExpectations(failed: readonly ExpectationResult[]): void {
  // Asking for a terminal loads what a start does not need.
  if (failed.length === 0) return;
  const show = detailsWriter();
  for (const result of failed) {
    const { span, outcome } = result;
    if (outcome.kind === 'failed') writeLine(`${spanText(span)}:${outcome.message}`);
    show(result);
  }
  const left = failed.length - mostDetails;
  if (left > 0) writeLine(`  (details of ${left} more failures are left out)`);
}

/** What failed in forms that were just typed: their source and sentence are on the screen. */
export function reportTyped(failed: readonly ExpectationResult[]): void {
  if (failed.length === 0) return;
  const show = detailsWriter({ source: undefined });
  for (const result of failed) show(result);
}

/** Writes what came of the first failures, each below its line. */
function detailsWriter(instead: Partial<FailureReport> = {}): (result: ExpectationResult) => void {
  const { isatty } = process.getBuiltinModule('node:tty');
  const paint = paintOf(useColour(isatty(1), process.env));
  let left = mostDetails;
  return ({ span, outcome }) => {
    if (outcome.kind === 'passed' || left-- <= 0) return;
    for (const line of failureLines({ ...failureReport(span, outcome), ...instead }, paint)) {
      writeLine(`  ${line}`.trimEnd());
    }
  };
}
