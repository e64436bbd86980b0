// `pact test` on a hundred files: with one thread and with two, and once more with the states kept from a previous run. The
// variants alternate, and the fastest run of each counts. Prints a line of JSON for each kind of project; ends with status 1
// if a bar is missed. Needs `npm run build`.
//
//   node tests/perf/tests.mjs [--rounds 3] [--only small|ordinary|heavy]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { testProjects } from './generate-tests.mjs';
import { root } from './support/language.mjs';
import { report } from './support/measure.mjs';

/** The least speed-up with two threads. */
const bar = 1.6;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string' } },
});
const command = join(root, 'dist', 'cli.js');
if (!existsSync(command)) {
  console.error('tests: dist/cli.js is missing, run `npm run build` first');
  process.exit(2);
}

for (const [kind, filesOf] of Object.entries(testProjects)) {
  if (values.only === undefined || values.only === kind) measure(kind, filesOf());
}

function measure(kind, files) {
  const folder = mkdtempSync(join(tmpdir(), 'pact-tests-'));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { one, two, keeping, again } = fastest(folder);
    const gain = one / two;
    const times = { oneThreadMs: one, twoThreadsMs: two, keepingMs: keeping, againMs: again };
    const holds = gain >= bar;
    report(`tests, ${kind}`, { ...times, again: again / two, gain, bar, holds });
    if (!holds) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the fastest times in milliseconds. */
function fastest(folder) {
  const cache = join(folder, 'states');
  const least = { one: Infinity, two: Infinity, keeping: Infinity, again: Infinity };
  const take = (name, ...options) => {
    least[name] = Math.min(least[name], run(folder, cache, options));
  };
  for (let round = 0; round < Number(values.rounds); round++) {
    rmSync(cache, { recursive: true, force: true });
    take('one', '--jobs', '1', '--no-cache');
    take('two', '--jobs', '2', '--no-cache');
    take('keeping', '--jobs', '2');
    take('again', '--jobs', '2');
  }
  return least;
}

function run(folder, cache, options) {
  const start = performance.now();
  const args = [command, 'test', 'tests', '--reporter', 'json', ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, PACT_CACHE_DIR: cache },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`pact test ended with ${status}: ${stderr}${stdout}`);
  return performance.now() - start;
}
