// Reads and writes rows of a coin-like table by its module, with gas on and tables of two sizes.
//
//   node tests/perf/rows.mjs [--engine memory|sql.js]
import { coins } from './support/coins.mjs';
import { session } from './support/language.mjs';
import { engineOf } from './support/engines.mjs';
import { gasFigures, report, time } from './support/measure.mjs';

const perRound = 1_000;
const bars = { read: 0.15, write: 0.08 };

const { name: engine, makeDatabase } = await engineOf(process.argv.slice(2));
for (const rows of [10_000, 1_000_000]) measure(rows);

function measure(rows) {
  const { run, gasOf } = session({ makeDatabase });
  run('(env-data { "guard": { "keys": ["a-public-key-of-64-characters"], "pred": "keys-all" } })');
  run(`(begin-tx) ${coins} (commit-tx)`);
  for (let from = 1; from <= rows; from += 10_000) {
    const to = Math.min(rows, from + 9_999);
    run(`(begin-tx) (coins.fill-range ${from} ${to} (read-keyset "guard")) (commit-tx)`);
  }
  // Keys spread over the whole table, made before timing starts.
  const apart = Math.floor(rows / perRound);
  run(`(defconst names (map (lambda (n) (format "k:{}" [n])) (enumerate 1 ${rows} ${apart})))`);
  const cases = {
    'loop alone': '(map (lambda (key) key) names)',
    read: '(coins.read-all names)',
    'with-read': '(coins.with-read-all names)',
    'with-default-read': '(coins.with-default-read-all names)',
    write: '(coins.write-all names (read-keyset "guard"))',
    update: '(coins.update-all names)',
  };
  for (const [name, program] of Object.entries(cases)) {
    const step = () => run(`(begin-tx) ${program} (commit-tx)`);
    const milligas = gasOf(step);
    const times = time(step, { rounds: 41, warmUp: 20 });
    report(
      `rows: ${name}`,
      {
        engine,
        rows,
        microseconds: (times.median * 1000) / perRound,
        ...gasFigures(times, milligas),
      },
      { bar: name in bars ? { gasRatio: bars[name] } : undefined },
    );
  }
}
