// Every script there is, with and without coverage: output, expectations, errors and gas are the same.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { Coverage } from '../../../../src/lang/machine/coverage.ts';
import { filesUnder } from '../../../support/project-files.ts';
import { referenceScripts } from '../../../support/reference-scripts.ts';
import { runWhole } from '../../../support/replayed.ts';

const own = filesUnder(['tests/conformance', 'stdlib', 'repl-scripts'], /\.repl$/).filter(
  (path) => !path.includes('/fixtures/'),
);
const scripts = [...own, ...referenceScripts].map((path) => [basename(path), path] as const);

test.each(scripts)('%s', (_, path) => {
  expect(runWhole(path, readFile, new Coverage())).toEqual(runWhole(path, readFile));
});

function readFile(path: string) {
  try {
    return { kind: 'text', text: readFileSync(path, 'utf8') } as const;
  } catch {
    return { kind: 'failure', reason: 'there is no such file' } as const;
  }
}
