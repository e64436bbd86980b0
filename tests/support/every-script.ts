// Tests that run every script: the project's own, and the reference's if `PACT_REFERENCE` names a checkout.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'vitest';
import type { FileAnswer } from '../../src/base/result.ts';
import { filesUnder } from './project-files.ts';
import { referenceScripts, scriptCount } from './reference-scripts.ts';
import { skipped } from './skipped.ts';

const own = filesUnder(['tests/conformance', 'stdlib', 'repl-scripts'], /\.repl$/).filter(
  (path) => !path.includes('/fixtures/'),
);

/** Defines a test for each script; `checkOfReference` can leave out what is too slow for the reference's scripts. */
export function testEveryScript(check: Check, checkOfReference: Check = check): void {
  test.each(own)('%s', check);
  testReferenceScripts(checkOfReference);
}

export function testReferenceScripts(check: Check): void {
  const named = referenceScripts.map((path) => [basename(path), path] as const);
  test.runIf(named.length > 0).each(named)('%s of the reference', (_, path) => check(path));
  test.runIf(named.length === 0)(
    `scripts of the reference (PACT_REFERENCE names no checkout: ${skipped(true, scriptCount)})`,
    ({ skip }) => skip(),
  );
}

type Check = (path: string) => void;

export function readFile(path: string): FileAnswer {
  try {
    return { kind: 'text', text: readFileSync(path, 'utf8') };
  } catch {
    return { kind: 'failure', reason: 'there is no such file' };
  }
}
