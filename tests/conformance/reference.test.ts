// The reference's own scripts, run in this process where PACT_REFERENCE names a checkout of it: every expectation in them
// holds, also those that pin hashes of modules, principals and gas.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { noSpan } from '../../src/base/span.ts';
import { smallRoom } from '../../src/cli/stack-size.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { renderError, spanText } from '../../src/lang/diagnostics/render.ts';
import { ReplEngine } from '../../src/repl/engine.ts';
import type { FileAnswer } from '../../src/repl/host.ts';
import { referenceScripts } from '../support/reference-scripts.ts';

const hasReference = referenceScripts.length > 0;
const named = referenceScripts.map((path) => [basename(path), path] as const);

test.runIf(hasReference).each(named)('%s', (_, path) => {
  expect(failuresOf(path)).toEqual([]);
});

test.runIf(!hasReference)(
  'every script of the reference (PACT_REFERENCE names no checkout)',
  ({ skip }) => {
    skip();
  },
);

/** Failed expectations with their places, and the error that ended the script. */
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

function readFile(path: string): FileAnswer {
  try {
    return { kind: 'text', text: readFileSync(path, 'utf8') };
  } catch {
    return { kind: 'failure', reason: 'there is no such file' };
  }
}
