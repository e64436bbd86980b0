// Compares the time of `pact` on a one-line script with Node alone: the two alternate, so that a busy machine disturbs both
// alike, and the fastest run of each counts. Prints one line of JSON; ends with status 1 if the limit is exceeded.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Milliseconds in addition to Node's. */
const bar = 50;
const rounds = 25;

const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
if (!existsSync(command)) {
  console.error('startup: dist/cli.js is missing, run `npm run build` first');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'pact-startup-'));
const script = join(folder, 'one-line.repl');
writeFileSync(script, '(expect "sum" 3 (+ 1 2))\n');

const times = { node: [], pact: [] };
try {
  run([command, script]); // once, to fill the file cache of the system
  for (let round = 0; round < rounds; round++) {
    times.node.push(run(['-e', '0']));
    times.pact.push(run([command, script]));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const nodeMs = Math.min(...times.node);
const pactMs = Math.min(...times.pact);
const aboveNodeMs = pactMs - nodeMs;
console.log(
  JSON.stringify({
    benchmark: 'startup',
    nodeMs: rounded(nodeMs),
    pactMs: rounded(pactMs),
    aboveNodeMs: rounded(aboveNodeMs),
    ratio: rounded(pactMs / nodeMs),
    rounds,
    bar,
    holds: aboveNodeMs <= bar,
  }),
);
process.exitCode = aboveNodeMs <= bar ? 0 : 1;

function run(args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

function rounded(value) {
  return Math.round(value * 100) / 100;
}
