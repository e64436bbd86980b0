// Compares the devnet of this checkout with that of another one, for example of the commit before: its start, and what
// `devnet.mjs` measures. The two take turns, so that a busy machine disturbs both alike.
//
//   node tests/perf/devnet-in-turn.mjs FOLDER [--rounds 5] [--seconds 3] [--transfers 5000] [--connections 8] [--chains 20]
//     [--only start,local,poll,send,blocks] [--state]
//
// FOLDER is a checkout in which `npm ci` and `npm run build` have run. `--state`: the devnets keep their networks in a folder.
// Prints one line of JSON for each measurement: the medians of both, and the median of the ratios of the rounds; a ratio
// above 1 means that this checkout does more in a second, or starts later.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { bundle, bundleVariable, root } from './support/language.mjs';
import { median, report } from './support/measure.mjs';
import { startProgram } from './support/running-program.mjs';

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    transfers: { type: 'string', default: '5000' },
    connections: { type: 'string', default: '8' },
    chains: { type: 'string', default: '20' },
    only: { type: 'string', default: 'start,local,poll,send,blocks' },
    state: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [other] = positionals;
if (other === undefined) {
  console.error('devnet-in-turn: name the folder of another checkout');
  process.exit(2);
}
const rounds = Number(values.rounds);
const checkouts = { this: root, other: resolve(other) };
const folder = mkdtempSync(join(tmpdir(), 'pact-in-turn-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let made = 0;

for (const name of values.only.split(',')) {
  const figures = { this: [], other: [] };
  const processor = { this: [], other: [] };
  for (let round = 0; round < rounds; round++) {
    // The second of a pair runs on a warmer machine.
    const order = round % 2 === 0 ? ['this', 'other'] : ['other', 'this'];
    for (const which of order) {
      const measured = name === 'start' ? await startOf(which) : rateOf(which, name);
      figures[which].push(measured.figure);
      if (measured.processorMs !== undefined) processor[which].push(measured.processorMs);
    }
  }
  const ratios = figures.this.map((figure, round) => figure / figures.other[round]);
  report(`devnet in turn: ${name}`, {
    unit: name === 'start' ? 'ms' : 'a second',
    this: median(figures.this),
    other: median(figures.other),
    ratio: median(ratios),
    leastRatio: Math.min(...ratios),
    largestRatio: Math.max(...ratios),
    ...(processor.this.length > 0 && {
      processorMsThis: median(processor.this),
      processorMsOther: median(processor.other),
    }),
  });
}

async function startOf(which) {
  const words = ['devnet', '--port', '0', '--control-port', '0', '--chains', values.chains];
  const devnet = await startProgram([...words, ...stateWords()], { checkout: checkouts[which] });
  await devnet.end('SIGINT');
  return { figure: devnet.startMs };
}

/** Measures in a process of its own. */
function rateOf(which, only) {
  const script = fileURLToPath(new URL('devnet.mjs', import.meta.url));
  const { seconds, transfers, connections, chains } = values;
  const words = Object.entries({ only, seconds, transfers, connections, chains }).flatMap(
    ([name, value]) => [`--${name}`, value],
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [script, ...words, ...stateWords(), '--checkout', checkouts[which]],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, [bundleVariable]: bundle },
    },
  );
  if (status !== 0) process.exit(2);
  const line = JSON.parse(stdout.trim().split('\n').at(-1));
  return { figure: line.requestsPerSecond ?? line.perSecond, processorMs: line.processorMsEach };
}

function stateWords() {
  return values.state ? ['--state', join(folder, `state-${made++}`)] : [];
}
