// What still runs after the gas limit is exceeded. Builtins are charged before they run, those of the REPL with 0, and every
// charge checks the limit (decision 0013).

import { describe, expect, it } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { isEvalError } from '../../../../src/lang/diagnostics/error.ts';
import { errorExplanation, renderError } from '../../../../src/lang/diagnostics/render.ts';
import { replSession } from '../../../support/repl-session.ts';

const start = '(env-gasmodel "table") (env-gaslimit 1)';

it('counts the charge that exceeds the limit', () => {
  const { engine, run } = replSession();
  expect(run(`${start} (make-list 1000 1)`)).toContain('Gas limit "1"exceeded');
  expect(engine.meter.used).toBeGreaterThan(1000);
});

describe('after gas has run out within an expect', () => {
  const exhausted = `${start} (expect "much" [] (make-list 1000 1))`;

  it.each([
    '(env-milligas)',
    '(env-gas)',
    '(env-gasmodel)',
    '(env-gaslog)',
    '(expect "nothing" 1 1)',
    '(+ 1 2)',
    '[]',
    '(at 0 [1])',
  ])('%s fails', (form) => {
    const { run } = replSession();
    expect(run(exhausted)).toContain('evaluation of actual failed');
    expect(run(form)).toContain('Gas limit "1"exceeded');
  });

  // A script that lowers its limit below the gas used resets the count next (decision 0013).
  it.each([
    '(env-gas 0)',
    '(env-set-milligas 0)',
    '(env-gaslimit 100000)',
    '(env-gasmodel "table") (env-gaslimit 100000)',
    '(env-gasmodel "fixed" 1) (env-gas 0)',
  ])('%s resets it, and what follows runs', (form) => {
    const { run } = replSession();
    expect(run(exhausted)).toContain('evaluation of actual failed');
    expect(run(`${form} (env-gaslimit 100000) (+ 1 2)`)).toBe('3');
  });

  it('values, names and definitions still work, since they charge nothing', () => {
    const { run } = replSession();
    run(exhausted);
    expect(run('12')).toBe('12');
    expect(run('(defun f () 1) (f)')).toBe('1');
  });
});

describe('an error after gas has run out', () => {
  const way = 'set the gas used with (env-gas 0), or a higher limit with (env-gaslimit N).';

  /** Runs forms one by one, as from a pipe; returns the last error with its hints. */
  const explained = (...forms: readonly string[]): string => {
    const { engine } = replSession();
    let last = 'nothing failed';
    for (const form of forms) {
      try {
        engine.run(new Source('a.repl', form));
      } catch (error) {
        if (!isEvalError(error)) throw error;
        engine.meter.forgetExcess();
        last = `${renderError(error)}\n${error.ownExplanation ?? errorExplanation(error)}`;
      }
    }
    return last;
  };

  it.each([
    ['caught by an expectation', '(expect-failure "gas" (make-list 1000 1))'],
    ['that a session goes on after', '(make-list 1000 1)'],
    ['in a function', '(let ((f (lambda (n) (make-list n 1)))) (expect-failure "gas" (f 1000)))'],
  ])('names the form, and the way on: %s', (_, form) => {
    for (const later of ['(commit-tx) (+ 1 2)', '(+ 1 2)', '(expect-that "x" (= 1) 1)']) {
      const said = explained(`${start} (begin-tx)`, form, later);
      expect(said).toContain(`The gas ran out here: a.repl:1:0\n 1 | ${form}\n`);
      expect(said).toContain(way);
    }
  });

  it('does not blame an earlier form for gas that was set since', () => {
    const caught = '(expect-failure "gas" (make-list 1000 1))';
    for (const set of ['(env-gas 0)', '(env-gaslimit 20)', '(env-set-milligas 0)']) {
      const said = explained(start, caught, set, '(make-list 100000 1)');
      expect(said).not.toContain('The gas ran out here');
      expect(said).toContain('The transaction needs more gas than its limit.');
    }
  });

  it('says that a limit is below what was used', () => {
    const said = explained(
      '(env-gasmodel "table") (env-gaslimit 100000)',
      '(make-list 1000 1)',
      '(env-gaslimit 1)',
      '(+ 1 2)',
    );
    expect(said).toContain(way);
    expect(said).not.toContain('The gas ran out here');
  });

  it('says the same in a session that goes on from a kept state', () => {
    const { engine, run } = replSession();
    run(`${start} (expect-failure "gas" (make-list 1000 1))`);
    const { state } = engine.meter;
    const later = replSession().engine;
    later.meter.state = state;
    expect(later.meter.state).toEqual(state);
    expect(state.ranOutIn?.text).toBe('(expect-failure "gas" (make-list 1000 1))');
  });
});

it('a session that continues after the error can set its gas', () => {
  const { engine, run } = replSession();
  run(`${start} (make-list 1000 1)`);
  engine.meter.forgetExcess();
  expect(engine.meter.used).toBe(1000);
  expect(run('(env-milligas)')).toBe('1000');
  expect(run('(+ 1 2)')).toContain('Gas limit "1"exceeded');
  engine.meter.forgetExcess();
  expect(run('(env-gas 0) (env-gaslimit 100) (+ 1 2)')).toBe('3');
});

// A fifth of the remaining gas limits the number of bytes counted. Counting them costs nothing else.
it.each([
  ['(enumerate 3 3)', { before: 100, bytes: 8 }],
  ['(enumerate 1 2)', { before: 100, bytes: 8 }],
  ['(enumerate 0 ^ ^)', { before: 100, bytes: 12 }],
])('%s needs gas to count the bytes of its bounds', (form, { before, bytes }) => {
  const { engine, run } = replSession();
  const program = form.replaceAll('^', '1267650600228229401496703205376');
  run('(env-gasmodel "table") (env-gaslimit 100)');
  engine.meter.used = 100_000 - before - 5 * bytes;
  expect(run(program)).toMatch(/^\[/);
  engine.meter.used = 100_000 - before - 5 * bytes + 1;
  expect(run(program)).toBe('fails: Gas limit "100"exceeded: 101');
});
