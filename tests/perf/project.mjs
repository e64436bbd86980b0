// A generated project of 100,000 lines, run whole by the command `pact` from an empty process: lines
// a second from start to end. Needs `npm run build`.
//
//   node tests/perf/project.mjs [--lines 100000] [--rounds 3] [--keep FOLDER]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateProject, writeProject } from './generate-project.mjs';
import { root } from './support/language.mjs';
import { median, report } from './support/measure.mjs';

const bar = 60_000;

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
const times = [];
try {
  writeProject(folder, project);
  for (let round = 0; round < Number(values.rounds); round++) times.push(run());
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

const { lines } = project;
const milliseconds = median(times);
const linesPerSecond = (lines * 1000) / milliseconds;
const holds = linesPerSecond >= bar;
report('project, cold', { lines, milliseconds, linesPerSecond, bar, holds });
if (!holds) process.exitCode = 1;

function run() {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [command, project.driver], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`the project ended with ${status}: ${stderr}`);
  return performance.now() - start;
}
