// The reference's own scripts, run in this process if PACT_REFERENCE names a checkout of it: every expectation in them
// holds, including those that pin hashes of modules, principals and gas.
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { noSpan } from '../../src/base/span.ts';
import { smallRoom } from '../../src/apps/cli/stack-size.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { renderError, spanText } from '../../src/lang/diagnostics/render.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { readFile, testReferenceScripts } from '../support/every-script.ts';

testReferenceScripts((path) => {
  expect(failuresOf(path)).toEqual([]);
});

/** Returns the failed expectations with their positions, and the error that ended the script. */
function failuresOf(path: string): readonly string[] {
  const host = {
    readFile,
    identify: (file: string) => resolve(file),
    trace: undefined,
    print: () => undefined,
    now: () => 0,
  };
  const engine = new ReplEngine({ host, ...smallRoom });
  const failures: string[] = [];
  try {
    engine.runFile(path, false, noSpan);
  } catch (error) {
    if (!isEvalError(error)) throw error;
    failures.push(renderError(error));
  }
  for (const { span, outcome } of engine.expectations.failed) {
    if (outcome.kind === 'failed') failures.push(`${spanText(span)}: ${outcome.message}`);
  }
  return failures;
}
