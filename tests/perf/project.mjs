// A generated project of 100,000 lines, run by the command `pact` in a new process: lines per second of a whole run, and the
// share of that time that a run takes after an edit in the last file, with the states kept from the run before. Needs `npm
// run build`.
//
//   node tests/perf/project.mjs [--lines 100000] [--rounds 3] [--keep FOLDER]
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { generateProject, writeProject } from './generate-project.mjs';
import { root } from './support/language.mjs';
import { median, report } from './support/measure.mjs';

const bar = 60_000;
const warmBar = 0.1;

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'string' },
  },
});
const command = join(root, 'dist', 'cli.js');
if (!existsSync(command)) {
  console.error('project: dist/cli.js is missing, run `npm run build` first');
  process.exit(2);
}

const project = generateProject({ lines: Number(values.lines) });
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'pact-project-'));
const cache = mkdtempSync(join(tmpdir(), 'pact-states-'));
const times = { cold: [], keeping: [], warm: [] };
try {
  writeProject(folder, project);
  for (let round = 0; round < Number(values.rounds); round++) {
    rmSync(cache, { recursive: true, force: true });
    times.cold.push(run('--no-cache'));
    times.keeping.push(run());
    appendFileSync(join(folder, project.last), `(print "round ${round}")\n`);
    times.warm.push(run());
  }
} finally {
  rmSync(cache, { recursive: true, force: true });
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

const { lines } = project;
const milliseconds = median(times.cold);
const linesPerSecond = (lines * 1000) / milliseconds;
const holds = linesPerSecond >= bar;
report('project, cold', { lines, milliseconds, linesPerSecond, bar, holds });
if (!holds) process.exitCode = 1;
const warm = { milliseconds: median(times.warm), ratio: median(times.warm) / milliseconds };
const keeping = median(times.keeping) / milliseconds;
report('project, warm', { ...warm, keeping }, { bar: { ratio: warmBar } });

function run(...options) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [command, ...options, project.driver], {
    cwd: folder,
    env: { ...process.env, PACT_CACHE_DIR: cache },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`the project ended with ${status}: ${stderr}`);
  return performance.now() - start;
}
