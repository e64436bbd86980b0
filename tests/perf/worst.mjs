// Measures how long a transaction with the gas of a block can take. The programs combine operations that cost little gas but
// much time, and run until their gas is used up. What the reference charges regardless of size is reported separately.
//
//   node tests/perf/worst.mjs                 a line for each of the ten slowest, then a summary
//   node tests/perf/worst.mjs --verbose       a line for every program
//   node tests/perf/worst.mjs --only try      only programs whose names begin with this
//   node tests/perf/worst.mjs --patience 5    stops each program after this number of seconds (default 30)
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { bundle, bundleVariable, session } from './support/language.mjs';
import { report } from './support/measure.mjs';
import { programs } from './worst/programs.mjs';

/** The gas limit of a block. */
const blockGas = 150_000;
/** How long a block may take. */
const maxSeconds = 2;

/** How a program may end if it works as intended. */
const endings = new Set(['out of gas', 'done']);

const { values } = parseArgs({
  options: {
    verbose: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    program: { type: 'string' },
    patience: { type: 'string', default: '30' },
  },
});

/** A program is stopped after this number of seconds. */
const patienceSeconds = Number(values.patience);

if (values.program === undefined) compare();
else measure(programs.find(({ name }) => name === values.program));

/** Runs each in its own process, since one may run out of time or memory. */
function compare() {
  const wanted = programs.filter(({ name }) => name.startsWith(values.only));
  if (wanted.length === 0) {
    console.error(`worst: no program begins with ${values.only}`);
    process.exit(2);
  }
  const measured = [];
  for (const { name, flat = false } of wanted) {
    const figures = { flat, ...apart(name) };
    if (values.verbose) report(`worst: ${name}`, figures);
    measured.push({ name, ...figures });
  }
  measured.sort((a, b) => b.seconds - a.seconds);
  if (!values.verbose) {
    for (const { name, ...figures } of measured.slice(0, 10)) report(`worst: ${name}`, figures);
  }
  const ours = measured.filter(({ flat }) => !flat);
  const beyond = ours.filter(({ seconds }) => seconds > maxSeconds).map(({ name }) => name);
  const broken = ours.filter(({ ending }) => !endings.has(ending)).map(({ name }) => name);
  const summary = { programs: measured.length, beyond, broken, seconds: ours[0]?.seconds ?? 0 };
  report('worst: the slowest that is not charged flat', summary, {
    bar: { seconds: maxSeconds },
  });
  if (broken.length > 0) process.exitCode = 2;
}

function apart(name) {
  const self = fileURLToPath(import.meta.url);
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=3000', '--stack-size=3900', self, '--program', name],
    {
      encoding: 'utf8',
      timeout: patienceSeconds * 1000,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, [bundleVariable]: bundle },
    },
  );
  if (status === 0) return JSON.parse(stdout);
  return { seconds: patienceSeconds, ending: status === null ? 'given up' : 'crashed' };
}

function measure({ setup = '', program, data }) {
  const { engine, run } = session();
  if (data !== undefined) run(`(env-data ${data})`);
  run(`(begin-tx) (env-keys ["admin"]) ${setup} (commit-tx)`);
  const { meter } = engine;
  // Warm-up: code that V8 has not optimized yet says little about a chain that has been running for a long time.
  for (const gas of [blockGas / 20, blockGas / 20]) within(gas);
  const { seconds, ending } = within(blockGas);
  console.log(JSON.stringify({ seconds, ending, gas: Number(meter.used) / 1000 }));

  function within(gas) {
    run('(begin-tx)');
    meter.used = 0;
    meter.limit = gas * 1000;
    engine.updateMeter();
    const cpuBefore = process.cpuUsage();
    const before = performance.now();
    let ending = 'done';
    try {
      run(program);
    } catch (error) {
      ending = String(error.message ?? error)
        .split('\n')[0]
        .slice(0, 200);
      if (/gas limit.*exceeded/i.test(ending)) ending = 'out of gas';
    }
    const wall = (performance.now() - before) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    const used = meter.used;
    meter.limit = 9_000_000_000_000;
    engine.updateMeter();
    run('(rollback-tx)');
    meter.used = used;
    // Other programs on the processor lengthen the first, threads of V8 the second.
    return { seconds: Math.min(wall, (user + system) / 1e6), ending };
  }
}
