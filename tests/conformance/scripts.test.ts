// Scripts that check themselves, one for each area of the language (section 13), and one for each difference between
// specification and reference (docs/decisions/0004). The first kind is for any Pact 5: the reference passes them too.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { noSpan } from '../../src/base/span.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { renderError, spanText } from '../../src/lang/diagnostics/render.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import type { FileAnswer } from '../../src/base/result.ts';
import { filesUnder } from '../support/project-files.ts';

const scripts = filesUnder(['tests/conformance'], /\.repl$/).filter(
  (path) => !path.includes('/fixtures/'),
);

test.each(scripts)('%s', (path) => {
  const engine = new ReplEngine({
    depthLimit: 2000,
    nestingLimit: 200,
    host: {
      readFile,
      identify: (file) => resolve(file),
      trace: undefined,
      print: () => undefined,
    },
  });
  expect(errorOf(() => engine.runFile(path, false, noSpan))).toBeUndefined();
  expect(engine.expectations.failed.map(({ span, outcome }) => [spanText(span), outcome])).toEqual(
    [],
  );
  expect(engine.expectations.all.length).toBeGreaterThan(2);
});

function readFile(path: string): FileAnswer {
  try {
    return { kind: 'text', text: readFileSync(path, 'utf8') };
  } catch {
    return { kind: 'failure', reason: 'there is no such file' };
  }
}

/** Returns the error as it is shown to users. */
function errorOf(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (isEvalError(error)) return renderError(error);
    throw error;
  }
}
