// Compares line counts with those written by hand beside the lines.
import { expect, test } from 'vitest';
import { coverageOf, margin } from '../../../../support/coverage.ts';

/** The program is right of the bars; the expected counts are left of them. */
function check(marked: string, script: string): void {
  const lines = marked.replace(/^\n/, '').trimEnd().split('\n');
  const program = lines.map((line) => line.replace(/^ *\d* \| ?/, '')).join('\n');
  const shown = margin(coverageOf({ 'all.repl': script, 'a.pact': program }, 'a.pact')).replaceAll(
    / $/gm,
    '',
  );
  expect(shown).toBe(lines.map((line) => line.replaceAll(/ $/gm, '')).join('\n'));
}

test('functions, conditions and nested lets', () => {
  check(
    `
    | (module purse GOVERN
    |   "What follows is no statement."
  0 |   (defcap GOVERN () (enforce false "never"))
    |   (defschema entry balance:decimal)
    |   (deftable entries:{entry})
  1 |   (defconst LEAST (+ 1.0
  1 |                      0.5))
    |
    |   (defcap PAY (who:string)
  3 |     (enforce (!= who "")
  1 |       "nobody")
  2 |     true)
    |
    |   (defun pay:string (who:string amount:decimal)
    |     @doc "Pays."
  3 |     (with-capability (PAY who)
  2 |       (if (and (> amount LEAST)
  1 |                (!= who "bob"))
  0 |         (write entries who
  0 |           { "balance": amount })
  2 |         (let ((x 1)
  2 |               (y 2))
  2 |           (let ((z (+ x y)))
  2 |             (format "{} {}" [z who]))))))
    |
    |   (defun unused (x)
  0 |     (map (lambda (y) (+ y 1)) x)
  0 |     "done"))
  1 | (create-table entries)
`,
    `(load "a.pact")
(purse.pay "al" 1.0)
(purse.pay "bob" 2.0)
(expect-failure "nobody" "nobody" (purse.pay "" 1.0))`,
  );
});

test('clauses, bodies of lambdas, attempts', () => {
  check(
    `
    | (module m G
  0 |   (defcap G () true)
    |   (defun size (n:integer)
  3 |     (cond
  3 |       ((< n 0)
  1 |         "negative")
  2 |       ((= n 0) "zero")
  1 |       "positive"))
    |   (defun doubled (xs)
  1 |     (map
  1 |       (lambda (x)
  4 |         (* x 2))
  1 |       xs))
    |   (defun any (a b)
  2 |     (enforce-one
  0 |       "none"
  2 |       [(enforce (= a 1)
  1 |           "a")
  1 |        (enforce (= b 1)
  0 |           "b")])
  2 |     (try
  2 |       "caught"
  2 |       (read-string "absent")))
    |   (defun bound (o)
  1 |     (bind
  1 |       o
  1 |       { "a" := a,
  1 |         "b" := b }
  1 |       (+ a b))))
`,
    `(load "a.pact")
(map (m.size) [-1 0 1])
(m.doubled [1 2 3 4])
(m.any 1 0) (m.any 2 1)
(m.bound { "a": 1, "b": 2 })`,
  );
});

test('steps of a defpact and their rollbacks', () => {
  check(
    `
    | (module m G
  0 |   (defcap G () true)
    |   (defpact two ()
    |     (step-with-rollback
  2 |       (+ 1 1)
  1 |       (+ 2
  1 |         2))
    |     (step
  0 |       "end")))
`,
    `(load "a.pact")
(begin-tx) (env-hash (hash "one")) (m.two) (commit-tx)
(begin-tx) (env-hash (hash "two")) (m.two) (continue-pact 0 true) (commit-tx)`,
  );
});

test('a module that is loaded again continues its counts', () => {
  check(
    `
    | (module m G
  0 |   (defcap G () true)
  2 |   (defconst C (+ 1 1))
    |   (defun f (x)
  3 |     (+ x C)))
  2 | (m.f 1)
`,
    `(begin-tx) (load "a.pact") (rollback-tx)
(begin-tx) (load "a.pact") (m.f 2) (commit-tx)`,
  );
});

test('in a script only modules count', () => {
  const coverage = coverageOf(
    {
      'all.repl': `(+ 1 2)
(module m G
  (defcap G () true)
  (defun f ()
    1))
(expect "one"
  1
  (m.f))`,
    },
    'all.repl',
  );
  expect([...coverage.lines]).toEqual([
    [3, 0],
    [5, 1],
  ]);
});
