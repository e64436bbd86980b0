// What the command says about a thrown error, a failed expectation, or a fault of its own.

import { isEvalError, renderError, spanText } from '../lang/session/index.ts';
import { isStoreFault } from '../store/index.ts';
import type { ExpectationResult } from '../repl/tests.ts';
import { faultText } from './fault.ts';
import { isLost, useColour, writeErrorLine, writeLine } from './output.ts';
import { isFirstTry, type Stage } from './stage.ts';

/** How a run of a file or form came out; `fault` means that this program is wrong. */
export type Outcome = 'success' | 'failure' | 'fault';

/**
 * Shows an error of the program with its place, source and call stack, and any other one as our own
 * fault.
 */
export function reportThrown(
  thrown: unknown,
  stage: Stage,
  { bounded = false }: { readonly bounded?: boolean } = {},
): Outcome {
  if (isEvalError(thrown)) {
    const { isatty } = process.getBuiltinModule('node:tty');
    const colour = useColour(isatty(2), process.env);
    writeErrorLine(renderError(thrown, { colour, bounded, hints: true }));
    return 'failure';
  }
  if (isStoreFault(thrown)) {
    writeErrorLine(`pact: ${thrown.message}`);
    return 'failure';
  }
  if (isLost(thrown) || isFirstTry(stage)) throw thrown;
  writeErrorLine(faultText(thrown));
  return 'fault';
}

/** Every failed expectation with its place, what was expected and what came. */
export function reportExpectations(failed: readonly ExpectationResult[]): void {
  for (const { span, outcome } of failed) {
    if (outcome.kind === 'failed') writeLine(`${spanText(span)}:${outcome.message}`);
  }
}
