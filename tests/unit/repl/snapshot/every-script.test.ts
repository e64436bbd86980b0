// Every script there is, with its state written to bytes after every form and read back on the way: all that can be seen of
// it is as in one go.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder } from '../../../support/project-files.ts';
import { referenceScripts } from '../../../support/reference-scripts.ts';
import { runRecorded, runStepwise, runWhole } from '../../../support/replayed.ts';

const scripts = filesUnder(['tests/conformance', 'stdlib', 'repl-scripts'], /\.repl$/).filter(
  (path) => !path.includes('/fixtures/'),
);

test.each(scripts)('%s', (path) => {
  const { seen, states } = runStepwise(path, readFile);
  expect(runRecorded(path, readFile).seen).toEqual(seen);
  expect(seen).toEqual(runWhole(path, readFile));
  expect(states).toBeGreaterThan(0);
});

const hasReference = referenceScripts.length > 0;
const named = referenceScripts.map((path) => [basename(path), path] as const);

test.runIf(hasReference).each(named)('%s of the reference', (_, path) => {
  expect(runStepwise(path, readFile).seen).toEqual(runWhole(path, readFile));
});

test.runIf(!hasReference)(
  'scripts of the reference (PACT_REFERENCE names no checkout)',
  ({ skip }) => {
    skip();
  },
);

function readFile(path: string) {
  try {
    return { kind: 'text', text: readFileSync(path, 'utf8') } as const;
  } catch {
    return { kind: 'failure', reason: 'there is no such file' } as const;
  }
}
