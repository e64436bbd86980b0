// Measures how time grows between two sizes: the exponent (1 is linear), and whether the larger size stays below its limit.
// This detects an algorithm of the wrong order on any machine.
import { session } from './support/language.mjs';
import { exponent, report, timeInTurn } from './support/measure.mjs';

const cases = [
  ...['fold', 'map', 'filter', 'sort'].map((name) => ({
    name,
    sizes: [1_000, 100_000],
    max: name === 'sort' ? 170 : 115,
    prepare: listProgram(name),
  })),
  // Quadratic, and charged as such: each step makes a list one longer.
  { name: 'list append in a fold', sizes: [500, 5_000], max: 115, prepare: appending },
  { name: 'object merge in a fold', sizes: [100, 1_000], max: 115, prepare: merging },
  { name: 'module with n dependencies', sizes: [2, 40], max: 25, prepare: dependencies },
  { name: 'capability among n', sizes: [5, 500], max: 3, prepare: capabilities },
  { name: 'installed capabilities', sizes: [100, 10_000], max: 300, prepare: installing },
  { name: 'calls inside calls', sizes: [10, 100], max: 13, prepare: recursion },
];

for (const { name, sizes, max, prepare } of cases) {
  const steps = sizes.map(prepare);
  // The shortest time of each: a disturbance of only one size would look like growth.
  const times = timeInTurn(steps, { rounds: 15, warmUp: 5 }).map(({ least }) => least);
  const ratio = times[1] / times[0];
  const figures = { sizes: sizes.join(' '), times: shown(times), ratio };
  report(
    `growth: ${name}`,
    { ...figures, exponent: exponent({ sizes, times }) },
    { bar: { ratio: max } },
  );
}

function shown(times) {
  return times.map((each) => `${each.toPrecision(3)} ms`).join(' ');
}

function listProgram(name) {
  const programs = {
    fold: '(fold (+) 0 numbers)',
    map: '(map (+ 1) numbers)',
    filter: '(filter (< 500) numbers)',
    sort: '(sort (reverse numbers))',
  };
  return (size) => {
    const { run } = session();
    run(`(defconst numbers (enumerate 1 ${size}))`);
    return () => run(programs[name]);
  };
}

function appending(size) {
  const { run } = session();
  return () => run(`(fold (lambda (list n) (+ list [n])) [] (enumerate 1 ${size}))`);
}

function merging(size) {
  const { run } = session();
  run(`(defconst names (map (int-to-str 10) (enumerate 1 ${size})))
    (defun key-of (name) (+ "key-" name))`);
  run(`(defconst objects
    (map (lambda (name) (remove "none" { "a": name })) names))`);
  return () => run(`(fold (lambda (all each) (+ each all)) {} objects)`);
}

/** A module that refers to a function of each of `size` others, each of which refers to the one before it. */
function dependencies(size) {
  const { run } = session();
  for (let at = 0; at < size; at++) {
    const before = at === 0 ? 'n' : `(dep-${at - 1}.f n)`;
    run(`(module dep-${at} G (defcap G () true) (defun f (n) ${before}) (defun g (n) n))`);
  }
  const calls = Array.from({ length: size }, (_, at) => `(dep-${at}.g 1)`).join(' ');
  return () => run(`(module top G (defcap G () true) (defun all () [${calls}]))`);
}

/** Repeats one `require-capability` while `size` capabilities are granted: measures the check, not the granting. */
function capabilities(size) {
  const { run } = session();
  run(`(module caps G
    (defcap G () true)
    (defcap ONE (n) true)
    (defcap ALL () (map (lambda (n) (compose-capability (ONE n))) (enumerate 1 ${size})))
    (defun require-often () (map (lambda (_) (require-capability (ONE 3))) (enumerate 1 20000)))
    (defun test () (with-capability (ALL) (require-often))))`);
  return () => run('(caps.test)');
}

/** Installs and uses `size` managed capabilities in one transaction. */
function installing(size) {
  const { run } = session();
  run(`(module caps G
    (defcap G () true)
    (defcap PAY (to:integer amount:integer) @managed amount REST true)
    (defun REST (left:integer paid:integer) (- left paid))
    (defun pay (to:integer)
      (install-capability (PAY to 10))
      (with-capability (PAY to 1) 1))
    (defun all () (fold (+) 0 (map (pay) (enumerate 1 ${size})))))`);
  return () => {
    run('(begin-tx)');
    run('(caps.all)');
    run('(rollback-tx)');
  };
}

/** Functions that call each other: Pact has no recursion, so depth needs distinct functions. */
function recursion(size) {
  const { run } = session();
  const functions = Array.from({ length: size }, (_, at) =>
    at === 0 ? '(defun f0 (n) n)' : `(defun f${at} (n) (f${at - 1} (+ n 1)))`,
  );
  run(functions.join('\n'));
  return () => run(`(map (f${size - 1}) (enumerate 1 100))`);
}
