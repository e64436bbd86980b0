// The host of a session can interrupt it: nothing in the language catches that, and the session can still be used.
import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { Interrupted } from '../../../../src/lang/session/run.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { resultTextOf } from '../../../../src/tools/repl/read-forms.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';

let asked = 0;
let isInterrupted = false;

const engine = new ReplEngine({
  host: silentHost,
  depthLimit: 2000,
  nestingLimit: 200,
  isInterrupted: () => {
    asked++;
    return isInterrupted;
  },
});

function run(program: string): string {
  let last = '';
  engine.run(new Source('test.repl', program), (result) => (last = resultTextOf(result) ?? '()'));
  return last;
}

const setup = `
  (module m G
    (defcap G () true)
    (defcap C () true)
    (defun loop (n) (fold (lambda (a x) (+ a x)) 0 (enumerate 1 n)))
    (defun guarded (n) (with-capability (C) (loop n))))
  (defun f (x) (+ x 1))`;

test.each([
  ['a loop', '(m.loop 100000)'],
  ['a loop of builtins', '(fold (+) 0 (enumerate 1 100000))'],
  ['a loop of partial builtins', '(map (+ 1) (enumerate 1 100000))'],
  ['within try', '(try 0 (m.loop 100000))'],
  ['within expect-failure', '(expect-failure "stops" (m.loop 100000))'],
  ['within expect', '(expect "sum" 1 (m.guarded 100000))'],
])('%s is stopped', (_, form) => {
  isInterrupted = false;
  run(setup);
  isInterrupted = true;
  expect(() => run(form)).toThrow(Interrupted);
  isInterrupted = false;
  expect(run('(f 41)')).toBe('42');
  expect(run('(m.guarded 3)')).toBe('6');
  expect(run('(env-stackframe)')).toBe('[]');
  expect(engine.expectations.all).toEqual([]);
});

test('the interruption is checked only occasionally', () => {
  isInterrupted = false;
  asked = 0;
  run('(fold (+) 0 (enumerate 1 10000))');
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(20);
});
