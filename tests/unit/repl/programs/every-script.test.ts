// Every script there is, three times: alone, and twice in sessions that share what they know of
// programs with all sessions before. All that can be seen is the same, every charge included.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { FrozenPrograms } from '../../../support/frozen-programs.ts';
import { filesUnder } from '../../../support/project-files.ts';
import { referenceScripts } from '../../../support/reference-scripts.ts';
import { observe } from '../../../support/shared-programs.ts';

const scripts = filesUnder(['tests/conformance', 'stdlib', 'repl-scripts'], /\.repl$/).filter(
  (path) => !path.includes('/fixtures/'),
);
const programs = new FrozenPrograms();

test.each(scripts)('%s', (path) => {
  const alone = observe(path, readFile);
  expect(observe(path, readFile, { programs })).toEqual(alone);
  expect(observe(path, readFile, { programs })).toEqual(alone);
  expect(programs.sources.size).toBeGreaterThan(0);
});

const hasReference = referenceScripts.length > 0;
const named = referenceScripts.map((path) => [basename(path), path] as const);

test.runIf(hasReference).each(named)('%s of the reference', (_, path) => {
  const alone = observe(path, readFile);
  expect(observe(path, readFile, { programs })).toEqual(alone);
  expect(observe(path, readFile, { programs })).toEqual(alone);
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
