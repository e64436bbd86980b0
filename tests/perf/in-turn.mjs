// Compares the speed of this checkout with another one, for example of the previous commit: on a machine of varying speed,
// only that shows whether something became slower. Both are loaded into one process, which alternates timed steps of the
// two, hundreds of times; several processes even out what V8 does differently from process to process. The checkout that is
// loaded first runs a few percent slower, so every second process loads the other one first.
//
//   node tests/perf/in-turn.mjs FOLDER [NAME...] [--processes 6]
//
// FOLDER is a checkout in which `npm ci` and `npm run build` have run; NAME is the beginning of a case's name. A ratio above
// 1 means that this checkout is slower. Prints the mean, over both loading orders, of the medians of the processes (each the
// median over its pairs of steps), and the least and the largest median of a process. Comparing a checkout with itself shows
// the noise.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { cases } from './in-turn/cases.mjs';
import { median, once } from './support/measure.mjs';

const here = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    processes: { type: 'string', default: '6' },
    case: { type: 'string' },
    first: { type: 'string', default: 'mine' },
  },
  allowPositionals: true,
});
const processes = Number(values.processes);
const [other, ...wanted] = positionals;
if (other === undefined || !existsSync(join(other, 'dist/cli.js'))) {
  console.error('in-turn: name the folder of another checkout in which `npm run build` has run');
  process.exit(2);
}

if (values.case !== undefined) console.log(await ratioOf(values.case));
else compareAll();

function compareAll() {
  const chosen = ['start-up', ...cases.keys()].filter(
    (name) => wanted.length === 0 || wanted.some((each) => name.startsWith(each)),
  );
  if (chosen.length === 0) {
    console.error(`in-turn: no case begins with ${wanted.join(' or ')}`);
    process.exit(2);
  }
  for (const name of chosen) {
    const ratios = name === 'start-up' ? startUp() : inProcesses(name);
    const [least, largest] = [Math.min(...ratios), Math.max(...ratios)];
    const [even, odd] = [0, 1].map((rest) => median(ratios.filter((_, at) => at % 2 === rest)));
    const ratio = Math.sqrt(even * (odd ?? even));
    console.log(JSON.stringify({ case: name, ...rounded({ ratio, least, largest }) }));
  }
}

function inProcesses(name) {
  return Array.from({ length: processes }, (_, at) => {
    const script = fileURLToPath(import.meta.url);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--stack-size=4000',
        script,
        other,
        '--case',
        name,
        '--first',
        at % 2 === 0 ? 'mine' : 'other',
      ],
      { encoding: 'utf8' },
    );
    if (status === 0) return Number(stdout);
    console.error(`in-turn: ${name} failed: ${stderr}`);
    process.exit(2);
  });
}

async function ratioOf(name) {
  const { prepare, rounds } = cases.get(name);
  const steps = [];
  const folders = values.first === 'mine' ? [here, resolve(other)] : [resolve(other), here];
  for (const folder of folders) steps.push(await prepare(await loaded(folder)));
  const [mine, others] = values.first === 'mine' ? steps : steps.reverse();
  const ratios = [];
  for (let round = -rounds; round < rounds; round++) {
    const isFirst = round % 2 === 0;
    const before = isFirst ? 0 : once(others);
    const time = once(mine);
    const ratio = time / (isFirst ? once(others) : before);
    if (round >= 0) ratios.push(ratio);
  }
  return median(ratios);
}

/** Loads the language of a checkout through that checkout's own support files. */
async function loaded(folder) {
  const load = (file) => import(pathToFileURL(join(folder, 'tests/perf/support', file)).href);
  const [{ session, language }, { tokenSession, orders }, { contractText }] = [
    await load('language.mjs'),
    await load('token.mjs'),
    await load('contracts.mjs'),
  ];
  return { root: folder, load, session, language, tokenSession, orders, contractText };
}

/** Times the start of a one-line script: the median of pairs of starts, in as many groups as there are processes. */
function startUp() {
  const folder = mkdtempSync(join(tmpdir(), 'pact-in-turn-'));
  const script = join(folder, 'one-line.repl');
  writeFileSync(script, '(+ 1 2)\n');
  const started = (checkout) => () =>
    spawnSync(process.execPath, [join(checkout, 'dist/cli.js'), script], { stdio: 'ignore' });
  const [mine, others] = [started(here), started(resolve(other))];
  const groups = Array.from({ length: processes }, () =>
    median(
      Array.from({ length: 30 }, (_, at) => {
        if (at % 2 === 0) return once(mine) / once(others);
        return 1 / (once(others) / once(mine));
      }),
    ),
  );
  rmSync(folder, { recursive: true });
  return groups;
}

function rounded(figures) {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(3))]),
  );
}
