// Measures how long a program continues after its time is up. Each builtin is called repeatedly on the largest arguments
// that it accepts without metering, and is told to stop after 20 milliseconds.
//
//   node tests/perf/interrupt.mjs                 a line for each of the ten slowest to stop, then a summary
//   node tests/perf/interrupt.mjs --verbose       a line for every builtin
//   node tests/perf/interrupt.mjs --only sort     only calls that contain this
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { calls } from './interrupt/calls.mjs';
import { bundle, bundleVariable, session } from './support/language.mjs';
import { report } from './support/measure.mjs';

/** How long a program may take to stop. */
const maxSeconds = 0.5;
const patienceSeconds = 30;

const { values } = parseArgs({
  options: {
    verbose: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    call: { type: 'string' },
  },
});

if (values.call === undefined) compare();
else measure(calls.find(({ call }) => call === values.call));

/** Runs each in its own process, since one may run out of time or memory. */
function compare() {
  const wanted = calls.filter(({ call }) => call.includes(values.only));
  const measured = wanted.map(({ call }) => ({ call, ...apart(call) }));
  measured.sort((a, b) => b.seconds - a.seconds);
  const shown = values.verbose ? measured : measured.slice(0, 10);
  for (const { call, ...figures } of shown) report(`interrupt: ${call}`, figures);
  const beyond = measured.filter(({ seconds }) => seconds > maxSeconds).map(({ call }) => call);
  const summary = { calls: measured.length, beyond, seconds: measured[0]?.seconds ?? 0 };
  report('interrupt: the slowest to stop', summary, { bar: { seconds: maxSeconds } });
}

function apart(call) {
  const self = fileURLToPath(import.meta.url);
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=4000', '--stack-size=3900', self, '--call', call],
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

function measure({ call, bindings = '', setup = '' }) {
  let end = Infinity;
  const { run } = session({
    isMetered: false,
    isInterrupted: () => processorMs() > end,
    onPrint: () => (end = processorMs() + 20),
  });
  let ending = 'stopped';
  run(setup);
  try {
    run(`(let* (${bindings}) (print "go") (map (lambda (i) ${call}) (enumerate 1 1000000)) 1)`);
    ending = 'done';
  } catch (error) {
    if (error.name !== 'Interrupted') ending = String(error.message).slice(0, 200);
  }
  console.log(JSON.stringify({ seconds: Math.max(0, processorMs() - end) / 1000, ending }));
}

/** Excludes other programs on the machine, but not threads of V8. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
