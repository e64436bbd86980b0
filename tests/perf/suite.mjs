// Runs every script that the project ships or tests itself with, one after the other in one process, as `pact` runs them.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { language, root, Source } from './support/language.mjs';
import { once, report, time } from './support/measure.mjs';

const folders = ['stdlib', 'repl-scripts', 'tests/conformance'];
/** Left out: one shows failures, and the others are parts of tests. */
const left = /failing\.repl$|conformance\/.*\//;

const scripts = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
  )
  .filter((path) => path.endsWith('.repl') && !left.test(path))
  .sort();
const lines = scripts.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length, 0);

let failures = 0;
const cold = once(runAll);
const warm = time(runAll, { rounds: 7, warmUp: 3 });
report('suite', { scripts: scripts.length, lines, failures, coldMs: cold, warmMs: warm.median });

function runAll() {
  failures = 0;
  for (const path of scripts) runScript(path);
}

function runScript(path) {
  const engine = new language.ReplEngine({
    depthLimit: 2_000,
    nestingLimit: 200,
    host: {
      readFile: readText,
      identify: (name) => name,
      print: () => undefined,
      now: () => performance.now(),
    },
  });
  process.chdir(dirname(path));
  try {
    engine.run(new Source(path, readFileSync(path, 'utf8')));
  } catch {
    failures++;
  }
}

function readText(path) {
  try {
    return { kind: 'text', text: readFileSync(path, 'utf8') };
  } catch (error) {
    return { kind: 'failure', reason: error.message };
  }
}
