// Reports a thrown error, a failed expectation, or a bug in the command itself.

import { lazily } from '../../base/deferred.ts';
import { isEvalError, renderError, spanText } from '../../lang/session/run.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import { type FailureReport, failureReport } from '../../tools/testing/runner/test-report.ts';
import type { ExpectationResult } from '../../tools/repl/expectations.ts';
import { faultText, StatesFault } from './exit.ts';
import { isLost, useColour, writeErrorLine, writeLine } from './output.ts';
import { wrapReport } from './terminal/layout.ts';
import type { Stage } from './stage.ts';
import { failureLines } from '../../tools/testing/reporters/failure-lines.ts';
import { paintOf } from '../../tools/testing/reporters/paint.ts';

/** The outcome of running a file or form; `fault` means a bug in this program. */
export type Outcome = 'success' | 'failure' | 'fault';

/**
 * Shows a Pact error with its place, source and call stack, and any other error as a bug of ours. `width`: the width of
 * the terminal, in an interactive session.
 */
export function reportThrown(
  thrown: unknown,
  stage: Stage,
  { bounded = false, width }: { readonly bounded?: boolean; readonly width?: number } = {},
): Outcome {
  if (isEvalError(thrown)) {
    const { settings } = stage;
    const text = renderError(thrown, {
      colour: useColour(2),
      bounded,
      hints: true,
      linesFrom: settings?.linesFrom,
    });
    writeErrorLine(width === undefined ? text : wrapReport(text, width));
    return 'failure';
  }
  if (isStoreFault(thrown) || thrown instanceof StatesFault) {
    writeErrorLine(`pact: ${thrown.message}`);
    return 'failure';
  }
  if (isLost(thrown) || stage.isTry === true) throw thrown;
  writeErrorLine(faultText(thrown));
  return 'fault';
}

/** Further failures get only the line of the reference. */
const maxDetails = 50;

/**
 * Shows every failed expectation: the line that scripts match on, then the source, the difference, and the error that
 * caused it.
 */
export function reportExpectations(
  failed: readonly ExpectationResult[],
  { settings }: Stage,
): void {
  const show = detailsWriter();
  for (const result of failed) {
    const { span, outcome } = result;
    if (outcome.kind === 'failed') {
      writeLine(`${spanText(span, settings?.linesFrom)}:${outcome.message}`);
    }
    show(result);
  }
  const left = failed.length - maxDetails;
  if (left > 0) writeLine(`  (details of ${left} more failures are not shown)`);
}

/** Shows failures of forms that were just typed: their source and message are on the screen already. */
export function reportTyped(failed: readonly ExpectationResult[], width: number): void {
  const write = (line: string): void => writeLine(wrapReport(line, width));
  const show = detailsWriter({ source: undefined }, write);
  for (const result of failed) show(result);
}

/** Writes the details of the first failures, each below its line. */
function detailsWriter(
  instead: Partial<FailureReport> = {},
  write: (line: string) => void = writeLine,
): (result: ExpectationResult) => void {
  // Checking for a terminal loads modules that a run without failures does not need.
  const paint = lazily(() => paintOf(useColour(1)));
  let left = maxDetails;
  return ({ span, outcome }) => {
    if (outcome.kind === 'passed' || left-- <= 0) return;
    for (const line of failureLines({ ...failureReport(span, outcome), ...instead }, paint())) {
      write(`  ${line}`.trimEnd());
    }
  };
}
