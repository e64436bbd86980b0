// Code within `try` is compiled separately. It gives the same results, charges and state as ordinary code: programs run with
// both (with coverage nothing is compiled separately), at every limit of gas and of nesting.

import { describe, expect, it } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { EvalError } from '../../../../../src/lang/diagnostics/error.ts';
import { Coverage } from '../../../../../src/lang/eval/coverage.ts';
import { ReplEngine } from '../../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../../src/tools/repl/options.ts';
import { resultTextOf } from '../../../../../src/tools/repl/read-forms.ts';

const setup = `
  (env-data {"k": ["nobody"]}) (begin-tx)
  (interface face (defun through:integer (x:integer)))
  (module other G (defcap G () true) (implements face)
    (defun through:integer (x:integer) (enforce (!= x 3) "three") x))
  (module m G (defcap G () true)
    (defschema s n:integer) (deftable t:{s})
    (defcap C (x) (enforce (!= x 0) "zero"))
    (defcap OUTER (x) (compose-capability (C x)) (fails x))
    (defcap TOLD (x) @event (fails x))
    (defcap PAY (to:string amount:integer) @managed amount REST (enforce (!= to "no") "to"))
    (defun REST:integer (left:integer paid:integer) (enforce (<= paid left) "spent") (- left paid))
    (defcap ONCE (x) @managed (fails x))
    (defun fails (x) (enforce (!= x 0) "zero") x)
    (defun deep (x) (fails x))
    (defun deeper (x) (+ 1 (deep x)))
    (defun typed:integer (x:integer) (deep x))
    (defun wrong:string (x) (deep x))
    (defun held (x) (require-capability (C x)) x)
    (defun hold (x) (with-capability (C x) (held x)))
    (defun hold-and-fail (x y) (with-capability (C x) (deep y)))
    (defun outer (x) (with-capability (OUTER x) (held x)))
    (defun tell (x) (with-capability (TOLD x) (deep x)))
    (defun pay (to amount) (with-capability (PAY to amount) (enforce (< amount 5) "much") amount))
    (defun once (x) (with-capability (ONCE x) (deep x)))
    (defun call:integer (f:module{face} x:integer) (f::through x))
    (defun many (x) (let ((y (deep x)) (z (map (deep) [1 x]))) (deep y) [y z {"a": (deep x), "b": 1}]))
    (defun lambdas (x) (let ((f (lambda (y) (deep y)))) (f x) ((lambda (y z) (+ y (f z))) 1 x)))
    (defun choose (x) (if (= (deep x) 1) (deep (- x 1)) (cond ((= x 2) (deep 0)) (deep x))))
    (defun both (x) (and (= x (deep x)) (or (= 5 (deep x)) (enforce (= x 2) "two"))))
    (defun one (x) (enforce-one (if (= x 7) (deep 0) "none")
      [(enforce (= x 1) "a") (= x 2) (enforce-guard (read-keyset "k")) (= (deep x) 3)]))
    (defun nested (x) (try (deep (- x 1)) (try (enforce (!= x 4) "four") (deep x)) ))
    (defun failing (x) (if (= x 0) (error "none") (if (= x 1) (error (read-msg "no")) (error 5))))
    (defun message (x) (enforce (= x 1) (if (= x 0) (format "{}" [(deep x)]) "text")))
    (defun partial (x) (map (+ (deep x)) [1 2]))
    (defun reads (x) (with-default-read t "a" {"n": x} {"n" := n} (deep n)))
    (defun guard (x) (enforce-guard (create-user-guard (deep x))) x)
    (defun tries (x) (try (- x) (deeper x)))
    (defpact p (x) (step (deep x))))
  (create-table m.t) (install-capability (m.PAY "a" 6)) (install-capability (m.ONCE 1)) (commit-tx)`;

const calls = (name: string): readonly string[] =>
  [0, 1, 2, 3, 4, 7].map((x) => `(m.${name} ${x})`);

const groups: readonly (readonly [what: string, bodies: readonly string[]])[] = [
  'fails',
  'deeper',
  'typed',
  'wrong',
  'many',
  'lambdas',
  'choose',
  'both',
  'partial',
  'hold',
  'outer',
  'tell',
  'once',
  'call other',
  'guard',
  'reads',
  'held',
  'p',
  'one',
  'nested',
  'failing',
  'message',
  'tries',
].map((name) => [name, calls(name)]);

const others: readonly string[] = [
  '(m.typed "a")',
  '(m.typed)',
  '(m.deep)',
  '(m.deep 1 2)',
  '(map (m.deep) [1 0])',
  '(m.hold-and-fail 1 0)',
  '(m.hold-and-fail 0 1)',
  '(m.pay "a" 2)',
  '(m.pay "a" 5)',
  '(m.pay "a" 7)',
  '(m.pay "b" 1)',
  '((lambda (f) (f 0)) (m.deep))',
  '(let ((x (m.deep 1))) (m.deep) x)',
  '[(m.deep 1) (at 5 [1])]',
  '(1 2)',
];

/** Runs each body in a `try`, again where its effects are still visible, and then shows the effects that remain. */
const programOf = (body: string): string =>
  `(try "fallback" ${body})
   (try (try "second" (m.pay "a" 4)) (let ((x ${body})) (enforce false "after") x))
   (enforce-one "none" [(enforce (= ${body} 1) "no") true])
   (env-stackframe) (env-events true) (try "other" (m.held 1)) (try "other" (m.pay "a" 3))`;

type Limits = { readonly depth?: number; readonly gas?: number };

function answers(
  programs: readonly string[],
  coverage: Coverage | undefined,
  limits: Limits = {},
): string {
  const { depth = 2000, gas = 100_000 } = limits;
  const engine = new ReplEngine({
    host: silentHost,
    depthLimit: depth,
    nestingLimit: 200,
    coverage,
  });
  const answered: string[] = [];
  const run = (text: string): void => {
    try {
      engine.run(new Source('test.repl', text), (result) => {
        answered.push(resultTextOf(result) ?? '');
      });
    } catch (error) {
      if (!(error instanceof EvalError)) throw error;
      const frames = error.callStack.map(({ name }) => name);
      answered.push(`${error.message} at ${error.span.start} in ${frames.join(' ')}`);
    }
  };
  run(`${setup} (begin-tx) (env-gasmodel "table") (env-gaslimit ${gas}) (env-gas 0)`);
  answered.length = 0;
  for (const program of programs) run(program);
  answered.push(String(engine.meter.used));
  engine.meter.forgetExcess();
  run('(env-gaslimit 1000000) (env-stackframe) (env-events true)');
  return answered.join('\n');
}

describe('code within try', () => {
  it.each([...groups, ['other calls', others] as const])(
    'has the same result and cost as elsewhere: %s',
    (_what, bodies) => {
      const programs = bodies.map(programOf);
      expect(answers(programs, undefined)).toBe(answers(programs, new Coverage()));
    },
  );

  const deep = ['(try 0 (m.many 1)) (try 0 (m.lambdas 2)) (try 0 (m.outer 2)) (try 0 (m.one 4))'];

  it('runs out of gas at the same charge', () => {
    for (let gas = 1; gas < 12; gas++) {
      expect(answers(deep, undefined, { gas })).toBe(answers(deep, new Coverage(), { gas }));
    }
  });

  it('nests as deep', () => {
    for (let depth = 40; depth < 120; depth += 3) {
      const limits = { depth };
      expect(answers(deep, undefined, limits)).toBe(answers(deep, new Coverage(), limits));
    }
  });

  it('shows uncaught errors with all calls', () => {
    const shown = answers(['(try 0 (let ((x (m.deeper "a"))) x))'], undefined);
    expect(shown).toMatch(/failed to call native function \+ .* in m\.deeper/);
  });
});
