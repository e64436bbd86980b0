// Rows of a coin-like table read and written by its module, with gas on and tables of two sizes.
//
//   node tests/perf/rows.mjs [--engine memory|sql.js]
import { session } from './support/language.mjs';
import { engineOf } from './support/engines.mjs';
import { gasFigures, report, time } from './support/measure.mjs';

const perRound = 1_000;
const bars = { read: 0.15, write: 0.08 };

const contract = `
  (module coins GOVERNANCE
    (defcap GOVERNANCE () true)
    (defschema account balance:decimal guard:guard note:string)
    (deftable accounts:{account})
    (defconst NOTE "forty characters or so, as a real row has")
    (defun key:string (n:integer) (format "k:{}" [n]))
    (defun fill (from:integer to:integer guard:guard)
      (map (lambda (n)
          (insert accounts (key n) { "balance": 1.0, "guard": guard, "note": NOTE }))
        (enumerate from to)))
    (defun read-all (names) (map (read accounts) names))
    (defun with-read-all (names)
      (map (lambda (key) (with-read accounts key { "balance" := balance } balance)) names))
    (defun with-default-read-all (names)
      (map (lambda (key)
          (with-default-read accounts key { "balance": 0.0 } { "balance" := balance } balance))
        names))
    (defun write-all (names guard:guard)
      (map (lambda (key)
          (write accounts key { "balance": 2.0, "guard": guard, "note": NOTE }))
        names))
    (defun update-all (names)
      (map (lambda (key) (update accounts key { "balance": 3.0 })) names)))
  (create-table accounts)`;

const { name: engine, makeDatabase } = await engineOf(process.argv.slice(2));
for (const rows of [10_000, 1_000_000]) measure(rows);

function measure(rows) {
  const { run, gasOf } = session({ makeDatabase });
  run('(env-data { "guard": { "keys": ["a-public-key-of-64-characters"], "pred": "keys-all" } })');
  run(`(begin-tx) ${contract} (commit-tx)`);
  for (let from = 1; from <= rows; from += 10_000) {
    const to = Math.min(rows, from + 9_999);
    run(`(begin-tx) (coins.fill ${from} ${to} (read-keyset "guard")) (commit-tx)`);
  }
  // Keys from the whole of the table, made before the clock starts.
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
