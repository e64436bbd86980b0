// The project's own scripts run on sql.js as in memory: the same output, results, expectations and errors. Each runs once as
// usual, and once without a cache, so that every module, row and guard is decoded again whenever it is used.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { noSpan } from '../../src/base/span.ts';
import type { Database } from '../../src/lang/db/database.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { errorText } from '../../src/lang/diagnostics/text.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import type { FileAnswer } from '../../src/base/result.ts';
import { filesUnder } from '../support/project-files.ts';
import { sqlState } from '../support/sql-js.ts';

const scripts = filesUnder(['tests/conformance', 'repl-scripts', 'stdlib'], /\.repl$/).filter(
  (path) => !path.includes('/fixtures/'),
);

const engines: readonly (readonly [string, () => Database])[] = [
  ['sql.js', () => sqlState({ keepsHistory: true }).database],
  ['sql.js without a cache', () => sqlState({ keepsHistory: true, cacheBytes: 0 }).database],
];

test.each(scripts)('%s', (path) => {
  const inMemory = runScript(path);
  expect(inMemory.length).toBeGreaterThan(0);
  for (const [name, make] of engines)
    expect([name, ...runScript(path, make)]).toEqual([name, ...inMemory]);
});

/** Returns all output of a script. */
function runScript(path: string, makeDatabase?: () => Database): readonly string[] {
  const shown: string[] = [];
  let clock = 0;
  const engine = new ReplEngine({
    depthLimit: 2000,
    nestingLimit: 200,
    ...(makeDatabase !== undefined && { makeDatabase }),
    host: {
      readFile,
      identify: (file) => resolve(file),
      trace: (_, text) => void shown.push(text),
      print: (_, text) => void shown.push(text),
      now: () => (clock += 1),
    },
  });
  try {
    engine.runFile(path, false, noSpan);
  } catch (error) {
    if (!isEvalError(error)) throw error;
    shown.push(errorText(error));
  }
  return [...shown, ...engine.expectations.all.map(({ outcome }) => JSON.stringify(outcome))];
}

function readFile(path: string): FileAnswer {
  try {
    return { kind: 'text', text: readFileSync(path, 'utf8') };
  } catch {
    return { kind: 'failure', reason: 'there is no such file' };
  }
}
