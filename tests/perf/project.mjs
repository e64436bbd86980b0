// A generated project of 100,000 lines loaded by the command `pact` from an empty process: lines a second from start to
// end, and the share of each phase. Needs `npm run build`.
//
//   node tests/perf/project.mjs [--lines 100000] [--keep FOLDER]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFiles } from './support/contracts.mjs';
import { root } from './support/language.mjs';
import { median, report } from './support/measure.mjs';

const bar = 60_000;

const { values } = parseArgs({
  options: { lines: { type: 'string', default: '100000' }, keep: { type: 'string' } },
});
const command = join(root, 'dist', 'cli.js');
if (!existsSync(command)) {
  console.error('project: dist/cli.js is missing, run `npm run build` first');
  process.exit(2);
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'pact-project-'));
try {
  const { script, lines } = write(folder);
  const times = [];
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, script], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`pact ended with ${status}: ${stdout}${stderr}`);
    times.push(performance.now() - start);
  }
  const milliseconds = median(times);
  const linesPerSecond = (lines * 1000) / milliseconds;
  report('project, cold', {
    lines,
    milliseconds,
    linesPerSecond,
    bar,
    holds: linesPerSecond >= bar,
  });
  if (linesPerSecond < bar) process.exitCode = 1;
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

function write(into) {
  mkdirSync(into, { recursive: true });
  const files = projectFiles({ lines: Number(values.lines) });
  for (const { name, text } of files) writeFileSync(join(into, name), text);
  const loads = files.map(({ name }) => `(begin-tx)\n(load "${name}")\n(commit-tx)`).join('\n');
  const script = join(into, 'project.repl');
  const text = `(env-data { "admin": { "keys": ["admin"], "pred": "keys-all" } })
(env-keys ["admin"])
(define-keyset "perf-admin" (read-keyset "admin"))
${loads}
`;
  writeFileSync(script, text);
  const all = [...files.map((each) => each.text), text];
  return { script, lines: all.reduce((sum, each) => sum + each.split('\n').length, 0) };
}
