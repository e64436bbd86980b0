// Code within `try` costs the same as elsewhere, however it is run.
import { expect, test } from 'vitest';
import { tableModel } from '../../../../src/lang/gas/model.ts';
import { replSession } from '../../../support/repl-session.ts';

/** Returns the milligas of a form after the common setup. */
function price(form: string): number {
  const { engine, run } = replSession();
  run('(module m G (defcap G () true) (defun one (x) x) (defun two (x y) x))');
  engine.meter.model = tableModel;
  engine.meter.limit = 1_000_000_000;
  engine.updateMeter();
  run(`(+ 0 0)`);
  const before = Number(engine.meter.used);
  run(form);
  return Number(engine.meter.used) - before;
}

test.each([
  ['a lambda of one parameter', '((lambda (x) x) true)'],
  ['a lambda of two parameters', '((lambda (x y) x) true false)'],
  ['a lambda of no parameter', '((lambda () true))'],
  ['a lambda that is mapped', '(= [1] (map (lambda (x) x) [1]))'],
  ['a function of one parameter', '(m.one true)'],
  ['a function of two parameters', '(m.two true false)'],
  ['a lambda in a variable', '(let ((f (lambda (x) x))) (f true))'],
])('%s', (_, code) => {
  const around = price('(try true true)') - price('true');
  expect(price(`(try true ${code})`) - price(code)).toBe(around);
});
