// Builtins on lists, and arithmetic, with gas on: the time of an expression whose list was made before.
import { session } from './support/language.mjs';
import { gasFigures, report, time } from './support/measure.mjs';

const bars = { map: 0.2, fold: 0.2, filter: 0.2 };

const programs = {
  map: '(map (+ 1) numbers)',
  'map lambda': '(map (lambda (n) (* n 2)) numbers)',
  fold: '(fold (+) 0 numbers)',
  'fold lambda': '(fold (lambda (sum n) (+ sum (mod n 7))) 0 numbers)',
  filter: '(filter (< 500) numbers)',
  'filter lambda': '(filter (lambda (n) (= 0 (mod n 3))) numbers)',
  zip: '(zip (+) numbers numbers)',
  sort: '(sort (reverse numbers))',
  'map objects': '(map (lambda (n) { "number": n, "half": (/ n 2) }) numbers)',
  'fold decimals': '(fold (lambda (sum n) (+ sum (* 1.000000000001 n))) 0.0 numbers)',
};

for (const length of [10_000, 100_000]) {
  const { run, gasOf } = session();
  for (const [name, program] of Object.entries(programs)) {
    // The list is a constant, so that making it is neither timed nor charged.
    run(`(defconst numbers (enumerate 1 ${length}))`);
    const step = () => run(program);
    const milligas = gasOf(step);
    const times = time(
      step,
      // V8 needs some hundred calls until the cost of parsing is negligible beside execution.
      length > 50_000 ? { rounds: 11, warmUp: 20 } : { rounds: 51, warmUp: 400 },
    );
    const figures = {
      program,
      length,
      milliseconds: times.median,
      ...gasFigures(times, milligas),
    };
    const bar = length === 10_000 && name in bars ? { gasRatio: bars[name] } : undefined;
    report(`lists: ${name}`, figures, { bar });
  }
}

arithmetic();

/** A sum of 60 levels inside a fold: builtins that call builtins, with no closures between them. */
function arithmetic() {
  const { run, gasOf } = session();
  let nested = 'n';
  for (let i = 0; i < 60; i++) nested = i % 2 === 0 ? `(+ ${nested} ${i})` : `(- ${nested} 1)`;
  run(`(defconst numbers (enumerate 1 1000)) (defun deep (sum n) (+ sum ${nested}))`);
  const program = '(fold (deep) 0 numbers)';
  const step = () => run(program);
  const milligas = gasOf(step);
  const times = time(step);
  report('arithmetic: 60 levels, 1,000 times', {
    milliseconds: times.median,
    ...gasFigures(times, milligas),
  });
}
